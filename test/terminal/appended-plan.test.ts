import { describe, expect, it } from 'vitest';
import { livePlan, type LivePlanOptions } from '../../src/terminal/index.ts';
import { fakeStream } from './support/fake-stream.ts';
import { plan, settledPlan } from '../support/plans.ts';

function open(options: LivePlanOptions = {}) {
  const stream = fakeStream();
  const live = livePlan(stream, { env: {}, ...options });
  let seen = 0;
  /** The lines that are new since the last look. */
  const news = () => {
    const text = stream.text().slice(seen);
    seen += text.length;
    return text === '' ? [] : text.replace(/\n$/, '').split('\n');
  };
  return { live, stream, news };
}

describe('a live plan in a pipe', () => {
  it('says what changed, and nothing where nothing did', () => {
    const { live, news } = open();
    live.update(plan('A*', 'B', 'C'));
    expect(news()).toEqual(['Plan: 0 of 3 done', '  [~] A', '  [ ] B', '  [ ] C']);
    live.update(plan('A*', 'B', 'C'));
    expect(news()).toEqual([]);
    live.update(plan('A+', 'B*', 'C'));
    expect(news()).toEqual(['Plan: 1 of 3 done', '  [x] A', '  [~] B']);
    live.update(plan('A+', 'B+', 'C', 'D'));
    expect(news()).toEqual(['Plan: 2 of 4 done', '  [x] B', '  [ ] D']);
  });

  it('names unfinished tasks that were left out', () => {
    const { live, news } = open();
    live.update(plan('A+', 'B*', 'C'));
    news();
    live.update(plan('B part 1*'));
    expect(news()).toEqual([
      'Plan: 0 of 1 done',
      '  [~] B part 1',
      '  left out: B',
      '  left out: C',
    ]);
    live.update(plan('B part 1+', 'D+'));
    news();
    live.update(plan('B part 1+'));
    expect(news()).toEqual(['Plan: 1 of 1 done']);
  });

  it('says once that a plan was cleared', () => {
    const { live, news } = open();
    live.update({ todos: null, turn: null });
    live.update({ todos: null, turn: { open: true } });
    expect(news()).toEqual([]);
    live.update(plan('A'));
    news();
    live.update({ todos: null, turn: { open: true } });
    expect(news()).toEqual(['Plan: cleared']);
    live.update(plan());
    expect(news()).toEqual(['Plan: cleared']);
    live.update({ todos: null, turn: { open: true } });
    expect(news()).toEqual([]);
  });

  it('says what is paused when a turn ends', () => {
    const { live, news } = open();
    live.update(plan('A+', 'B*'));
    news();
    live.update(settledPlan('A+', 'B*'));
    expect(news()).toEqual(['Plan: 1 of 2 done', '  [-] B (paused)']);
  });

  it('can leave the header out', () => {
    const { live, news } = open({ header: false });
    live.update(plan('A'));
    expect(news()).toEqual(['  [ ] A']);
  });

  it('keeps running text and lines apart', () => {
    const { live, stream } = open();
    live.write('Soup, ');
    live.write('then');
    live.update(plan('A*'));
    live.write(' pasta.\n');
    live.log('a line');
    live.write('end');
    live.log('last\n');
    expect(stream.text()).toBe(
      'Soup, then pasta.\nPlan: 0 of 1 done\n  [~] A\na line\nend\nlast\n',
    );
  });

  it('takes no line of running text apart, and says in time what came meanwhile', () => {
    const { live, stream } = open();
    live.write('Soup');
    live.update(plan('A*'));
    live.update(plan('A+'));
    live.log('a line');
    live.write('one\ntwo');
    live.update(plan('A+', 'B'));
    live.stop();
    expect(stream.text()).toBe(
      'Soup\nPlan: 1 of 1 done\n  [x] A\na line\none\ntwo\nPlan: 1 of 2 done\n  [ ] B\n',
    );
  });

  it('cuts nothing unless it is told how wide the reader is', () => {
    const long = 'x'.repeat(300);
    const { live, news } = open();
    live.update(plan(long));
    expect(news()[1]).toBe(`  [ ] ${long}`);
    const narrow = open({ columns: 20 });
    narrow.live.update(plan(long));
    narrow.live.update(plan('y'));
    expect(narrow.news()).toEqual([
      'Plan: 0 of 1 done',
      `  [ ] ${'x'.repeat(11)}...`,
      'Plan: 0 of 1 done',
      '  [ ] y',
      '  left out: xxxxx...',
    ]);
  });

  it('lets no text act, wherever it comes from', () => {
    const { live, stream } = open();
    live.update(plan('A\u001B[2J\n', 'B\u202E'));
    live.update(plan('C\u0007'));
    live.write('\u001B]0;title\u0007text\r');
    live.log('\u009B31mline');
    expect(stream.text()).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  });

  it('ignores updates once it has stopped, and prints on', () => {
    const { live, stream } = open();
    live.stop();
    live.update(plan('A'));
    live.log('after');
    expect(stream.text()).toBe('after\n');
  });
});
