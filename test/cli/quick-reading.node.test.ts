import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLine } from '../../src/cli/log/parse-line.ts';
import { QuickReading } from '../../src/cli/quick/quick-reading.ts';
import { readEvent } from '../../src/core/invariants/event-reading.ts';
import { isRecord } from '../../src/core/event.ts';

const quick = new QuickReading();

/** What the quick reader says of a line, and what the parser says of it. */
function bothReadings(bytes: Buffer, isPredecessor: boolean) {
  if (!quick.read(bytes, isPredecessor)) return undefined;
  const { kind, type, seq, time, turn, unknownFields, more } = quick;
  const { value, fault } = parseLine(bytes);
  const { todos: _, ...parsed } = readEvent(value, isPredecessor);
  const ours = {
    kind,
    type,
    seq,
    time,
    turn,
    unknownFields,
    more,
    count: 1,
    seqFault: undefined,
    shapeFaults: [],
    todoFaults: [],
    unknownKind: undefined,
    fault: undefined,
  };
  const isMore = isRecord(value) && value['more'] === true;
  const turnOfParser = parsed.kind === 'unknown' ? undefined : parsed.turn;
  return { ours, theirs: { ...parsed, turn: turnOfParser, more: isMore, fault } };
}

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ maxLength: 12, unit: 'grapheme' }),
  fc.constantFrom(
    'a',
    'a ',
    '\u00a0a',
    'a\u3000',
    'ａ',
    '…',
    'ä',
    '\ufeffa',
    'a\u2003',
    '你好',
    '',
    'a\\b',
  ),
);
const status = fc.constantFrom('pending', 'in_progress', 'completed', 'done', 'Pending');
const entry = fc.oneof(
  { weight: 8, arbitrary: fc.record({ content: text, status }) },
  fc.record({ status, content: text }),
  fc.record({ content: text, status, id: fc.nat() }, { requiredKeys: ['content'] }),
  fc.jsonValue(),
);
const data = fc.oneof(
  { weight: 6, arbitrary: fc.record({ todos: fc.array(entry, { maxLength: 5 }) }) },
  fc.record({ turn: fc.integer(), reason: fc.record({ kind: fc.constantFrom('completed', 'x') }) }),
  fc.jsonValue(),
);
const number = fc.oneof(fc.nat(), fc.nat(3), fc.constantFrom(-1, 1.5, 1e21, 2 ** 53, -0, 0));
const event = fc
  .record(
    {
      seq: number,
      time: number,
      type: fc.constantFrom('todo/write', 'turn/start', 'turn/end', 'host.note', 'text-chunks', ''),
      id: fc.oneof(text, fc.nat()),
      callId: text,
      turn: number,
      more: fc.constantFrom(true, false, 1),
      surfaceOp: fc.jsonValue(),
      __proto__: fc.constant(null),
      data,
    },
    { requiredKeys: ['seq', 'time', 'type', 'data'], noNullPrototype: true },
  )
  .map((value) => JSON.stringify(value));

const spaced = event.map((line) => JSON.stringify(JSON.parse(line), null, 1).replaceAll('\n', ' '));
const turn = fc
  .record({ number: fc.nat(3), kind: fc.constantFrom('completed', 'error', 'max-tokens') })
  .chain(({ number: turnNumber, kind }) =>
    fc.constantFrom(
      `{"seq":1,"time":2,"type":"turn/start","data":{"turn":${turnNumber}}}`,
      `{"seq":1,"time":2,"type":"turn/start","turn":3,"data":{"turn":${turnNumber},"x":1}}`,
      `{"seq":1,"time":2,"type":"turn/end","turn":3,"data":{"turn":${turnNumber},"reason":{"kind":"${kind}"}}}`,
    ),
  );
const clean = fc
  .record({
    seq: fc.nat(),
    time: fc.nat(),
    type: fc.constantFrom('todo/write', 'host.note'),
    turn: fc.integer({ min: 1, max: 9 }),
    data: fc.record({
      todos: fc.uniqueArray(fc.record({ content: text, status }), {
        selector: (todo) => todo.content,
        maxLength: 6,
      }),
    }),
  })
  .map((value) => JSON.stringify(value));
const line = fc.oneof(event, spaced, clean, turn).map((json) => Buffer.from(json));

/** A line of which some bytes were changed, taken out or put in. */
const mutated = fc
  .tuple(
    line,
    fc.array(
      fc.record({
        at: fc.nat(400),
        take: fc.nat(2),
        put: fc.oneof(
          fc.constantFrom(
            ...['"', '\\', '{', '}', '[', ']', ',', ':', ' ', '0', '\\u0061', '1e5'].map(
              Buffer.from,
            ),
          ),
          fc.uint8Array({ maxLength: 2 }),
        ),
      }),
      { maxLength: 3 },
    ),
  )
  .map(([bytes, changes]) =>
    changes.reduce((before: Buffer, { at, take, put }) => {
      const from = at % (before.length + 1);
      return Buffer.concat([before.subarray(0, from), put, before.subarray(from + take)]);
    }, bytes),
  );

describe('reading a line without the parser', () => {
  test.each([false, true])(
    'never says what the parser would not say (a log of the predecessor: %s)',
    (isPredecessor) => {
      let read = 0;
      fc.assert(
        fc.property(fc.oneof(line, mutated), (bytes) => {
          const both = bothReadings(bytes, isPredecessor);
          if (both === undefined) return;
          read += 1;
          expect(both.ours).toEqual(both.theirs);
        }),
        { numRuns: 20_000 },
      );
      expect(read).toBeGreaterThan(2_000);
    },
  );

  test.each([
    [
      'a write',
      '{"seq":3,"time":5,"type":"todo/write","data":{"todos":[{"content":"Ä b","status":"pending"}]}}',
    ],
    [
      'a write with space in it',
      '{ "seq" : 3 , "time":5,"type":"todo/write","data":{ "todos" : [ ] } }',
    ],
    [
      'an event of another type',
      '{"type":"host.note","seq":3,"time":5,"data":{"a":[1,-2.5e3,"\\u00e4\\n",null]}}',
    ],
  ])('reads %s', (_, json) => {
    expect(quick.read(Buffer.from(json), false)).toBe(true);
    expect(quick.seq).toBe(3);
  });

  test.each([
    [
      'a list with two equal contents',
      '{"seq":0,"time":0,"type":"todo/write","data":{"todos":[{"content":"a","status":"pending"},{"content":"a","status":"pending"}]}}',
    ],
    ['a field that stands twice', '{"seq":0,"seq":1,"time":0,"type":"host.note","data":0}'],
    ['a field named like a number', '{"seq":0,"time":0,"type":"x","data":0,"b":1,"1":2}'],
    [
      'a line full of fields that nobody knows',
      `{"seq":0,"time":0,"type":"x","data":0,${Array.from({ length: 21 }, (_, i) => `"f${i}":1`).join()}}`,
    ],
    ['an escaped name of a type', '{"seq":0,"time":0,"type":"turn\\/start","data":{"turn":1}}'],
    [
      'a content with a no-break space before it',
      '{"seq":0,"time":0,"type":"todo/write","data":{"todos":[{"content":"\u00a0a","status":"pending"}]}}',
    ],
    [
      'two records on one line',
      '{"seq":0,"time":0,"type":"x","data":0}{"seq":1,"time":0,"type":"x","data":0}',
    ],
    ['a broken encoding', Buffer.from('{"seq":0,"time":0,"type":"x","data":"\xe4"}', 'latin1')],
  ])('leaves %s to the parser', (_, json) => {
    expect(quick.read(Buffer.from(json), false)).toBe(false);
  });
});
