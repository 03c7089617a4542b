import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTodoKit, memoryStore } from '../../src/index.ts';
import { livePlan, type LivePlanOptions } from '../../src/terminal/index.ts';
import { countOf } from './support/codes.ts';
import { fakeStream } from './support/fake-stream.ts';
import { longPlan, plan } from '../support/plans.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'];

function open(options: LivePlanOptions = {}) {
  const stream = fakeStream({ isTTY: true, columns: 40, rows: 10 });
  return { stream, live: livePlan(stream, { env: {}, ...options }) };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a live plan on a terminal', () => {
  it('writes nothing where the rows stay the same', () => {
    const { live, stream } = open();
    live.update({ todos: null, turn: { open: true } });
    expect(stream.writes).toEqual([]);
    live.update(plan('A*'));
    expect(stream.writes).toHaveLength(1);
    live.update(plan('A*'));
    live.write('');
    expect(stream.writes).toHaveLength(1);
    live.stop();
  });

  it('draws in one piece that never leaves the cursor hidden or wrapping off', () => {
    const { live, stream } = open();
    live.update(plan('A*'));
    live.log('line');
    live.write('text');
    live.update(plan('A+'));
    live.stop();
    for (const written of stream.writes) {
      expect(countOf('\u001B[?25l', written)).toBe(countOf('\u001B[?25h', written));
      expect(countOf('\u001B[?7l', written)).toBe(countOf('\u001B[?7h', written));
      expect(written.lastIndexOf('\u001B[?25h')).toBeGreaterThanOrEqual(
        written.lastIndexOf('\u001B[?25l'),
      );
    }
  });

  it('puts text that stays on its row down without drawing the plan again', () => {
    const { live, stream } = open();
    live.update(plan('A*'));
    live.write('Soup, ');
    live.write('then');
    expect(stream.writes.slice(1)).toEqual(['Soup, ', 'then']);
    live.stop();
  });

  it('keeps a character together that comes in two pieces', () => {
    const { live, stream } = open();
    live.write('a\uD83D');
    live.write('\uDE00b');
    expect(stream.text()).toBe('a😀b');
    live.stop();
  });

  it('never draws more rows than the window has below the text', () => {
    for (const rows of [1, 2, 5, 0, undefined]) {
      const { live, stream } = open({ rows });
      live.update(longPlan(50, 20));
      expect(countOf('\u001B[1B\r', stream.text())).toBe(rows === undefined ? 9 : (rows || 24) - 1);
      live.stop();
    }
  });

  it('is gone while the window changes its size, and drawn once when it has settled', () => {
    vi.useFakeTimers();
    const { live, stream } = open();
    live.update(plan('Write a long summary of everything that was said*'));
    for (const columns of [39, 35, 30]) {
      vi.advanceTimersByTime(10);
      stream.resize(columns, 10);
    }
    live.write('text');
    expect(stream.writes).toHaveLength(2);
    expect(stream.writes[1]).toContain('\u001B[J');
    vi.advanceTimersByTime(1000);
    expect(stream.writes).toHaveLength(4);
    expect(stream.writes[2]).toBe('text');
    expect(stream.writes[3]).toContain('Write a long summary of eve…');
    live.stop();
  });

  it('frees every listener and timer when it stops, and can stop twice', () => {
    vi.useFakeTimers();
    const before = SIGNALS.map((name) => process.listenerCount(name));
    const { live, stream } = open();
    const other = open().live;
    expect(stream.listeners.size).toBe(1);
    live.update(plan('A'));
    stream.resize(30, 10);
    live.stop();
    live[Symbol.dispose]();
    expect(stream.listeners.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    const { length } = stream.writes;
    stream.resize(20, 10);
    live.update(plan('B'));
    expect(stream.writes).toHaveLength(length);
    other.stop();
    expect(SIGNALS.map((name) => process.listenerCount(name))).toEqual(before);
  });

  it('writes text of the application as it is where that asks for it', () => {
    const { live, stream } = open();
    live.log('\u001B[1mbold\u001B[22m', { raw: true });
    live.log('\u001B[1mplain\u001B[22m');
    expect(stream.text()).toBe('\u001B[1mbold\u001B[22m\nplain\n');
    live.stop();
  });

  it('works on a stream that can only be written to', () => {
    let text = '';
    const live = livePlan(
      { write: (piece) => (text += piece), isTTY: true },
      { env: {}, color: false },
    );
    live.update(plan('A'));
    live.stop();
    expect(text).toContain('☐ A');
  });
});

describe('a live plan that follows a session', () => {
  it('shows each plan, and ends with the watch', async () => {
    const kit = createTodoKit({ store: memoryStore(), allowParallelInProgress: false });
    const session = kit.session('chat');
    const stream = fakeStream();
    const stop = new AbortController();
    using live = livePlan(stream, { env: {} });
    const following = live.follow(session.watch({ signal: stop.signal }));
    await session.runTurn(async (turn) => {
      await turn.write([{ content: 'A', status: 'in_progress' }]);
      await turn.write([{ content: 'A', status: 'completed' }]);
    });
    await expect.poll(stream.text).toContain('[x] A');
    stop.abort();
    await following;
    expect(stream.text()).toBe('Plan: 0 of 1 done\n  [~] A\nPlan: 1 of 1 done\n  [x] A\n');
  });

  it('leaves the watch when it is stopped, so that a program that fails can end', async () => {
    const kit = createTodoKit({ store: memoryStore(), allowParallelInProgress: false });
    const live = livePlan(fakeStream(), { env: {} });
    const watched = () => kit.session('chat').watch();
    const following = [live.follow(watched()), live.follow(watched())];
    live.stop();
    following.push(live.follow(watched()));
    expect(await Promise.all(following)).toEqual([undefined, undefined, undefined]);
  });
});
