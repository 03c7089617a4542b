import { describe, expect, test } from 'vitest';
import { checkEvents } from '../../../src/core/invariants/check-events.ts';
import { end, item, log, start, write } from './log.ts';

/** Three turns with two writes each; `seq` 1 and 2, 5 and 6, 9 and 10 are the writes. */
const ENTRIES = [1, 2, 3].flatMap((turn) => [
  start(turn),
  write([item('a', 'in_progress')]),
  write([item('a', 'completed')]),
  end(turn),
]);
const LOG = log(...ENTRIES);

const rulesOf = (events: readonly unknown[]) =>
  checkEvents(events).violations.map(({ rule, seq }) => `${seq} ${rule}`);
const without = <T>(list: readonly T[], at: number) => list.toSpliced(at, 1);
const swapped = <T>(list: readonly T[], at: number) =>
  list.toSpliced(at, 2, ...list.slice(at, at + 2).toReversed());
const changed = (at: number, fields: object) =>
  LOG.map((event, i) => (i === at ? { ...event, ...fields } : event));

describe('one fault gives one violation for each rule that it breaks', () => {
  test('a lost event', () => {
    expect(rulesOf(without(LOG, 5))).toEqual(['6 seq-contiguous']);
  });

  test('a lost start of a turn', () => {
    expect(rulesOf(log(...without(ENTRIES, 4)))).toEqual(['4 write-in-turn']);
    expect(rulesOf(without(LOG, 4))).toEqual(['5 seq-contiguous', '5 write-in-turn']);
  });

  test('a lost end of a turn', () => {
    expect(rulesOf(log(...without(ENTRIES, 3)))).toEqual(['3 turn-order']);
    expect(rulesOf(without(LOG, 3))).toEqual(['4 seq-contiguous', '4 turn-order']);
  });

  test('a lost turn', () => {
    expect(rulesOf(log(...ENTRIES.toSpliced(4, 4)))).toEqual(['4 turn-order']);
    expect(rulesOf(LOG.toSpliced(4, 4))).toEqual(['8 seq-contiguous', '8 turn-order']);
  });

  test('a lost end together with the start that followed', () => {
    expect(rulesOf(log(...ENTRIES.toSpliced(3, 2)))).toEqual(['5 turn-order']);
    const named = ENTRIES.map((entry, i) => ({ ...entry, turn: Math.floor(i / 4) + 1 }));
    expect(rulesOf(log(...named.toSpliced(3, 2)))).toEqual(['3 write-in-turn']);
  });

  test('a doubled event', () => {
    expect(rulesOf(LOG.toSpliced(5, 0, ...LOG.slice(5, 6)))).toEqual(['5 seq-contiguous']);
    expect(rulesOf(log(...ENTRIES.toSpliced(4, 0, start(2))))).toEqual(['5 turn-order']);
    expect(rulesOf(log(...ENTRIES.toSpliced(7, 0, end(2))))).toEqual(['8 turn-order']);
  });

  test('two events that changed places', () => {
    expect(rulesOf(swapped(LOG, 5))).toEqual(['6 seq-contiguous']);
    expect(rulesOf(log(...swapped(ENTRIES, 3)))).toEqual(['3 turn-order']);
    expect(rulesOf(log(...swapped(ENTRIES, 4)))).toEqual(['4 write-in-turn']);
    expect(rulesOf(log(...swapped(ENTRIES, 6)))).toEqual(['7 write-in-turn']);
  });

  test('an event that came too early and then once more in its place', () => {
    expect(rulesOf(LOG.toSpliced(5, 0, ...LOG.slice(6, 7)))).toEqual(['6 seq-contiguous']);
  });

  test('a changed seq, also one that another event has', () => {
    for (const seq of [0, 4, 6, 7, 999]) {
      expect(rulesOf(changed(5, { seq }))).toEqual([`${seq} seq-contiguous`]);
    }
  });

  test('a changed number of a turn, in its start or its end', () => {
    for (const turn of [1, 3, 4, 50]) {
      const reason = { kind: 'completed' };
      expect(rulesOf(changed(4, { data: { turn } }))).toEqual(['4 turn-order']);
      expect(rulesOf(changed(7, { data: { turn, reason } }))).toEqual(['7 turn-order']);
    }
  });

  test('an event that became unreadable, whatever it was', () => {
    for (const [at] of LOG.entries()) {
      expect(rulesOf(LOG.with(at, null as never))).toEqual([`${at} event-shape`]); // no event on purpose
      expect(rulesOf(changed(at, { type: 0 }))).toEqual([`${at} event-shape`]);
    }
  });

  test('a stray event with a number out of nowhere', () => {
    const stray = { ...LOG[1], seq: 500 };
    expect(rulesOf(LOG.toSpliced(6, 0, stray as never))).toEqual(['500 seq-contiguous']); // LOG[1] exists
  });
});

describe('faults in different places', () => {
  test('give one violation each', () => {
    const events = LOG.map((event, i) =>
      i === 2 || i === 6 || i === 9 ? { ...event, seq: 70 + i } : event,
    );
    expect(rulesOf(events)).toEqual([
      '72 seq-contiguous',
      '76 seq-contiguous',
      '79 seq-contiguous',
    ]);
  });

  test('give one violation each where they stand side by side', () => {
    const events = LOG.map((event, i) => (i > 2 && i < 6 ? { ...event, seq: 70 + 3 * i } : event));
    expect(rulesOf(events)).toEqual([
      '79 seq-contiguous',
      '82 seq-contiguous',
      '85 seq-contiguous',
    ]);
  });

  test('give one violation each where the log is cut and the next event changed, or a stray one follows', () => {
    const cut = LOG.toSpliced(2, 3);
    const stray = { ...LOG[2], seq: 99 };
    const seqs = (events: readonly unknown[]) =>
      rulesOf(events).filter((rule) => rule.endsWith('seq-contiguous'));
    const expected = ['5 seq-contiguous', '99 seq-contiguous'];
    expect(seqs(cut.map((event, i) => (i === 3 ? { ...event, seq: 99 } : event)))).toEqual(
      expected,
    );
    expect(seqs(cut.flatMap((event, i) => (i === 3 ? [stray, event] : [event])))).toEqual(expected);
  });

  test('are told again by whatever follows a log that lost its beginning', () => {
    expect(rulesOf(LOG.slice(5))).toEqual(['5 seq-contiguous', '5 write-in-turn', '7 turn-order']);
  });
});
