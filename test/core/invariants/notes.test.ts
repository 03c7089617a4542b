import { describe, expect, test } from 'vitest';
import { checkEvents } from '../../../src/core/invariants/check-events.ts';
import { createSessionTrace } from '../../../src/core/invariants/session-trace.ts';
import type { TraceNote } from '../../../src/core/invariants/violation.ts';
import { end, item, log, start, write, type Entry } from './log.ts';

const foundIn = (events: readonly unknown[]) => {
  const { violations, notes } = checkEvents(events);
  return { violations, notes: notes.map(({ rule, seq, message }) => [seq, rule, message]) };
};

describe('notes are no violations', () => {
  test('events of an unknown type', () => {
    expect(foundIn(log(start(1), { type: 'host.note', data: { v: 1 } }, end(1)))).toEqual({
      violations: [],
      notes: [
        [1, 'unknown-type', 'the type "host.note" is not known; the event is kept and skipped'],
      ],
    });
  });

  test('unknown fields: one note for an event, which names them all', () => {
    const events = log(
      { ...start(1), v: 99, ['__proto__x']: 1 },
      { type: 'turn/end', data: { turn: 1, note: 'x', reason: { kind: 'error', message: 'no' } } },
    );
    expect(foundIn(events)).toEqual({
      violations: [],
      notes: [
        [0, 'unknown-field', 'fields that are not known: "v", "__proto__x"'],
        [1, 'unknown-field', 'fields that are not known: "data.note", "data.reason.message"'],
      ],
    });
  });

  test('a field named __proto__, as JSON can hold it', () => {
    const event: unknown = JSON.parse(
      '{"seq":0,"time":1,"type":"turn/start","data":{"turn":1},"__proto__":{"id":7}}',
    );
    expect(foundIn([event])).toEqual({
      violations: [],
      notes: [[0, 'unknown-field', 'fields that are not known: "__proto__"']],
    });
  });

  test('but a way to end a turn that is not known breaks a rule, and is no note as well', () => {
    const events = log(start(1), { type: 'turn/end', data: { turn: 1, reason: { kind: 'done' } } });
    expect(foundIn(events)).toMatchObject({ violations: [{ rule: 'event-shape' }], notes: [] });
  });

  test('time that runs backwards: once for each step back', () => {
    const times = [1000, 1000, 990, 995, 2000];
    const events = log(start(1), write([]), write([]), write([]), end(1));
    const { violations, notes } = foundIn(events.map((event, i) => ({ ...event, time: times[i] })));
    expect(violations).toEqual([]);
    expect(notes).toEqual([
      [2, 'time-backwards', 'time 990 is before 1000, that of the event before'],
    ]);
  });
});

describe('tasks that leave the plan unfinished', () => {
  const PLAN = [item('A'), item('B', 'in_progress'), item('C'), item('D', 'completed')];
  const after = (...entries: readonly Entry[]) => foundIn(log(start(1), write(PLAN), ...entries));

  test('are named when a list leaves them out', () => {
    expect(after(write([item('B part 1', 'in_progress')]), end(1))).toEqual({
      violations: [],
      notes: [[2, 'items-dropped', 'the list leaves out what was not completed: "A", "B", "C"']],
    });
  });

  test('are named when the plan is cleared', () => {
    expect(after(write([])).notes).toHaveLength(1);
  });

  test('are compared with the last good list: a list that breaks a rule is no plan', () => {
    const { notes } = after(write([item('')]), write(PLAN));
    expect(notes).toEqual([]);
  });

  test('are not expected to outlive their turn', () => {
    expect(after(end(1), start(2), write([item('X')])).notes).toEqual([]);
  });

  test('are only counted beyond a handful', () => {
    const many = Array.from({ length: 300 }, (_, i) => item(`task ${i}`));
    const { notes } = foundIn(log(start(1), write(many), write([])));
    expect(notes[0]?.[2]).toBe(
      'the list leaves out what was not completed: "task 0", "task 1", "task 2", "task 3", "task 4" and 295 more',
    );
  });
});

describe('a listener for notes', () => {
  test('hears them with the place that the reader gave', () => {
    const notes: TraceNote[] = [];
    const trace = createSessionTrace({ onNote: (note) => notes.push(note) });
    const [event] = log({ type: 'host.note', data: 1 });
    expect(trace.advance(event, { line: 7, byte: 90 })).toEqual([]);
    expect(notes).toEqual([
      { rule: 'unknown-type', seq: 0, message: expect.any(String), place: { line: 7, byte: 90 } },
    ]);
  });
});
