import { describe, expect, test } from 'vitest';
import { checkEvents } from '../../../src/core/invariants/check-events.ts';
import { createSessionTrace } from '../../../src/core/invariants/session-trace.ts';
import { end, item, log, start, write } from './log.ts';

/** Three events: a list inside a turn. */
const listOf = (...todos: readonly unknown[]) => log(start(1), write(todos), end(1));
const withWriteData = (data: unknown) => log(start(1), { type: 'todo/write', data }, end(1));

const BROKEN: readonly (readonly [string, string, readonly unknown[], object])[] = [
  [
    'seq-contiguous',
    'a number is left out',
    [...log(start(1)), { ...log(end(1))[0], seq: 2 }],
    { seq: 2 },
  ],
  ['seq-contiguous', 'the log does not begin with 0', log({ ...start(1), seq: 4 }), { seq: 4 }],
  ['seq-contiguous', 'there is no seq', log(start(1), { ...end(1), seq: undefined }), { seq: 1 }],
  ['event-shape', 'an event is no object', [...log(start(1)), 'end'], { seq: 1 }],
  ['event-shape', 'a time is no number', log({ ...start(1), time: 'now' }), { seq: 0 }],
  ['event-shape', 'data is missing', log({ type: 'host.note' }), { seq: 0 }],
  [
    'event-shape',
    'a write holds more than its list',
    withWriteData({ todos: [], by: 'me' }),
    { seq: 1 },
  ],
  [
    'event-shape',
    'a turn ends in no known way',
    log(start(1), { type: 'turn/end', data: { turn: 1, reason: { kind: 'done' } } }),
    { seq: 1 },
  ],
  ['turn-order', 'a turn starts while one is open', log(start(1), start(2)), { seq: 1 }],
  ['turn-order', 'the first turn is not number 1', log(start(2), end(2)), { seq: 0 }],
  [
    'turn-order',
    'a number is used again',
    log(start(1), end(1), start(1), end(1), start(2)),
    { seq: 2 },
  ],
  ['turn-order', 'a turn ends that is not open', log(start(1), end(1), end(1)), { seq: 2 }],
  ['turn-order', 'another turn ends than the open one', log(start(1), end(2)), { seq: 1 }],
  ['write-in-turn', 'a list is written before any turn', log(write([])), { seq: 0 }],
  [
    'write-in-turn',
    'a list is written after the end of a turn',
    log(start(1), end(1), write([])),
    { seq: 2 },
  ],
  [
    'write-in-turn',
    'a list names another turn than the open one',
    log(start(1), write([], { turn: 2 })),
    { seq: 1 },
  ],
  ['todos-array', 'the list is text', withWriteData({ todos: '[]' }), { seq: 1 }],
  ['todos-array', 'there is no list', withWriteData(null), { seq: 1 }],
  [
    'todo-entry',
    'an entry has a third field',
    listOf(item('a'), { ...item('b'), id: '1' }),
    { seq: 1, place: { index: 1 } },
  ],
  ['todo-entry', 'an entry is text', listOf('a'), { seq: 1, place: { index: 0 } }],
  ['todo-content', 'a content is empty', listOf(item('')), { seq: 1, place: { index: 0 } }],
  [
    'todo-content',
    'a content has space around it',
    listOf(item('a'), item(' b')),
    { seq: 1, place: { index: 1 } },
  ],
  [
    'todo-unique',
    'a content stands twice',
    listOf(item('a'), item('b'), item('a', 'completed')),
    { seq: 1, place: { index: 2 } },
  ],
  [
    'todo-status',
    'a status is not known',
    listOf(item('a', 'done')),
    { seq: 1, place: { index: 0 } },
  ],
];

describe('each rule', () => {
  test.each(BROKEN)('%s is the one rule that is broken where %s', (rule, _, events, where) => {
    const { violations } = checkEvents(events);
    expect(violations).toEqual([{ rule, message: expect.any(String), ...where }]);
  });

  test('every rule of a log has its case above', () => {
    expect(new Set(BROKEN.map(([rule]) => rule)).size).toBe(9);
  });
});

describe('what breaks no rule', () => {
  test('any number of tasks in progress, under whatever policy the log was written', () => {
    const { violations, notes } = checkEvents(
      listOf(item('a', 'in_progress'), item('b', 'in_progress'), item('c', 'in_progress')),
    );
    expect({ violations, notes }).toEqual({ violations: [], notes: [] });
  });

  test('contents that the tool would refuse today: invisible ones, near duplicates, very long ones', () => {
    const { violations } = checkEvents(
      listOf(
        item('\u200b'),
        item('caf\u00e9'),
        item('cafe\u0301'),
        item('A'),
        item('a'),
        item('x'.repeat(9000)),
        ...Array.from({ length: 600 }, (_, i) => item(`task ${i}`)),
      ),
    );
    expect(violations).toEqual([]);
  });

  test('an empty log, an explicit clear, and a last turn that is still open', () => {
    expect(checkEvents([])).toEqual({ events: 0, violations: [], notes: [] });
    expect(checkEvents(log(start(1), write([]))).violations).toEqual([]);
  });

  test('the fields that our own events carry beside their data', () => {
    const { violations, notes } = checkEvents(
      log(
        { ...start(1), id: 'a', more: true },
        write([item('a')], { id: 'b', callId: 'call-1', turn: 1 }),
        { ...end(1), id: 'c' },
      ),
    );
    expect({ violations, notes }).toEqual({ violations: [], notes: [] });
  });
});

describe('many faults', () => {
  test('come all, in the order of the events and, within a list, of its entries', () => {
    const { events, violations } = checkEvents([
      ...log(
        write([]), //                                                      0: before any turn
        start(1), //                                                       1
        write([item(''), 'x', item('a', 'done'), item('a')]), //           2: four faults in one list
        { ...start(1), data: { turn: 'one' } }, //                         3: no number, and a turn is open
        end(1), //                                                         4
      ),
      null, //                                                             5: no event
      ...log(start(2), end(7)).map((event) => ({ ...event, seq: event.seq + 6 })), // 7: no such turn
    ]);
    expect(events).toBe(8);
    expect(violations.map(({ rule, seq, place }) => [seq, rule, place?.index])).toEqual([
      [0, 'write-in-turn', undefined],
      [2, 'todo-content', 0],
      [2, 'todo-entry', 1],
      [2, 'todo-status', 2],
      [2, 'todo-unique', 3],
      [3, 'event-shape', undefined],
      [3, 'turn-order', undefined],
      [5, 'event-shape', undefined],
      [7, 'turn-order', undefined],
    ]);
  });

  test('of one entry: its content and its status', () => {
    const { violations } = checkEvents(listOf({ content: 5, status: null }));
    expect(violations.map(({ rule }) => rule)).toEqual(['todo-content', 'todo-status']);
  });
});

describe('a finding', () => {
  test('names the place in the source that the reader gave, and the entry of the list', () => {
    const trace = createSessionTrace();
    const [event] = log(write([item('')]));
    expect(trace.advance(event, { line: 2, byte: 80 })).toEqual([
      expect.objectContaining({ rule: 'write-in-turn', place: { line: 2, byte: 80 } }),
      expect.objectContaining({ rule: 'todo-content', place: { line: 2, byte: 80, index: 0 } }),
    ]);
  });

  test('says what is wrong and what was expected', () => {
    const messages = [
      log(start(1), { ...end(1), seq: 7 }),
      log(start(1), end(1), start(4)),
      log(start(1), write([], { turn: 3 })),
      log(write([])),
      log({ ...start(1), seq: '0' }),
      log({ type: 'turn/end', data: { turn: 1 } }),
    ].map((events) => checkEvents(events).violations[0]?.message);
    expect(messages).toEqual([
      'seq 7 stands where 1 was expected',
      'turn/start 4 stands where turn/start 2 was expected',
      'a todo/write of turn 3 stands in turn 1',
      'a todo/write stands in no open turn; turn/start 1 was expected before it',
      'seq must be a whole number from 0 on; got "0" where 0 was expected',
      'data.reason must be an object whose kind is one of completed, aborted, error, interrupted; got nothing',
    ]);
  });

  test('stays short, whatever stands in the log', () => {
    const long = 'y'.repeat(100_000);
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`${i}${long}`, i]));
    const { violations, notes } = checkEvents(
      log(
        { ...start(1), type: long, ...many },
        { ...start(1), data: { turn: long } },
        write([item(long), item(long), { ...item(long), [long]: 1 }], { turn: long, id: long }),
        { type: 'turn/end', data: { turn: 1, reason: { kind: long, ...many } } },
        { type: 'todo/write', data: { todos: long, ...many } },
        { type: 'turn/start', data: { turn: 2 ** 52 }, seq: Number.MAX_SAFE_INTEGER },
      ),
    );
    expect(violations.length).toBeGreaterThan(6);
    for (const { message } of [...violations, ...notes]) expect(message.length).toBeLessThan(700);
  });
});
