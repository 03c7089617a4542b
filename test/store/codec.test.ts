import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NewSessionEvent } from '../../src/core/event.ts';
import { decodeEvent, encodeEvents } from '../../src/store/codec.ts';

const event = (data: unknown): NewSessionEvent => ({ time: 1, type: 'test/note', data });
const refusal = (data: unknown): unknown => {
  try {
    return encodeEvents([event(data)], 0);
  } catch (error) {
    return error;
  }
};

describe('encoding', () => {
  test('numbers the events from the first seq and marks all but the last with `more`', () => {
    const { lines, ids } = encodeEvents([event('a'), { ...event('b'), id: 'x' }, event('c')], 7);
    expect(lines.map(decodeEvent)).toEqual([
      { seq: 7, time: 1, type: 'test/note', data: 'a', more: true },
      { seq: 8, time: 1, type: 'test/note', data: 'b', id: 'x', more: true },
      { seq: 9, time: 1, type: 'test/note', data: 'c' },
    ]);
    expect(ids).toEqual([undefined, 'x', undefined]);
  });

  test('writes one line for each event, whatever line ends its texts have', () => {
    const { lines } = encodeEvents([event('a\nb\r\nc\u2028d\u2029e\u0085f')], 0);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/[\r\n]/);
  });

  test('takes the events of another log again, at the same place, and marks them anew', () => {
    const log = encodeEvents([event(1), event(2), event(3)], 0).lines.map(decodeEvent);
    expect(encodeEvents(log.slice(0, 2), 0).lines.map(decodeEvent)).toEqual([
      { ...log[0], more: true },
      { seq: 1, time: 1, type: 'test/note', data: 2 },
    ]);
    expect(() => encodeEvents(log.slice(1), 0)).toThrow(
      'Cannot store events[0].seq: the store gives an event its seq, here 0. Nothing was written.',
    );
  });

  test('gives any JSON value back equal, `__proto__` keys and unknown fields included', () => {
    const fields = fc.dictionary(
      fc.string({ unit: 'binary' }).filter((key) => !['seq', 'more', 'id'].includes(key)),
      fc.jsonValue({ stringUnit: 'binary' }),
    );
    fc.assert(
      fc.property(fields, fc.jsonValue({ stringUnit: 'binary' }), (unknown, data) => {
        // -0 is no JSON: it would come back as 0.
        fc.pre(!hasMinusZero([unknown, data]));
        const given = { ...unknown, ...event(data) };
        const { lines } = encodeEvents([given], 0);
        expect(lines.map(decodeEvent)).toEqual([{ ...given, seq: 0 }]);
      }),
    );
  });
});

describe('refusing', () => {
  test.each([
    ['undefined', { a: undefined }, 'events[0].data.a: undefined is no JSON'],
    ['a function', [() => 1], 'events[0].data[0]: function is no JSON'],
    ['a bigint', 1n, 'events[0].data: bigint is no JSON'],
    ['NaN', { a: [Number.NaN] }, 'events[0].data.a[0]: NaN is no JSON'],
    ['a Map', new Map(), 'events[0].data: only plain objects and lists are JSON'],
    ['a hole', Array(1), 'events[0].data[0]: undefined is no JSON'],
    ['a named list', Object.assign([1], { a: 1 }), 'events[0].data: a list with named properties'],
    ['toJSON', { toJSON: () => 1 }, 'events[0].data: an object with toJSON'],
    ['toJSON of a list', Object.assign([1], { toJSON: () => 1 }), 'events[0].data: an object with'],
    ['a symbol key', { [Symbol('s')]: 1 }, 'events[0].data: symbol keys are no JSON'],
    ['a lone surrogate', 'a\ud83d', 'events[0].data: lone surrogate in "a\\ud83d"'],
    ['a key with one', { 'a\ud83d': 1 }, 'events[0].data: a key has a lone surrogate'],
  ])('names the place of %s', (_, data, message) => {
    expect(refusal(data)).toMatchObject({
      code: 'invalid_event',
      message: expect.stringContaining(`Cannot store ${message}`),
    });
  });

  test('names the place of a circular reference, but takes one object twice', () => {
    const shared = { a: 1 };
    expect(refusal([shared, { in: shared }])).toMatchObject({ lines: expect.anything() });
    const circular: Record<string, unknown> = { list: [] };
    (circular['list'] as unknown[]).push(circular);
    expect(refusal(circular)).toMatchObject({
      code: 'invalid_event',
      message: expect.stringContaining('events[0].data.list[0]: a circular reference is no JSON'),
    });
  });

  test('takes 999 levels below an event and refuses more, with a short message', () => {
    const nested = (levels: number): unknown => {
      let value: unknown = [];
      for (let n = 1; n < levels; n += 1) value = [value];
      return value;
    };
    expect(refusal(nested(999))).toMatchObject({ lines: expect.anything() });
    for (const levels of [1_000, 200_000]) {
      const error = refusal(nested(levels));
      expect(error).toMatchObject({ code: 'invalid_event' });
      expect(String(error).length).toBeLessThan(400);
    }
  });

  test('takes plain objects of another realm and without a prototype, but no instances', () => {
    const other: unknown = Object.create(
      Object.create(null, Object.getOwnPropertyDescriptors(Object.prototype)),
    );
    expect(refusal(other)).toMatchObject({ lines: expect.anything() });
    expect(refusal(Object.create(null))).toMatchObject({ lines: expect.anything() });
    expect(refusal(Object.create({ inherited: 1 }))).toMatchObject({ code: 'invalid_event' });
    const bare: unknown = Object.create(Object.assign(Object.create(null), { inherited: 1 }));
    expect(refusal(bare)).toMatchObject({ code: 'invalid_event' });
  });

  test('takes no hole, no null and no text for an event', () => {
    const log = [event(1)];
    for (const bad of [
      Array(1),
      [null],
      ['event'],
      [[]],
      [...log, undefined],
      [...log, ...Array(1)],
    ]) {
      expect(() => encodeEvents(bad as NewSessionEvent[], 0)).toThrow('an event is an object');
    }
    expect(() => encodeEvents(new Set(log) as unknown as NewSessionEvent[], 0)).toThrow(
      'Cannot store events: a list of events is wanted. Nothing was written.',
    );
  });
});

describe('decoding', () => {
  test('makes a new object each time', () => {
    const [line = ''] = encodeEvents([event({ a: [1] })], 0).lines;
    expect(decodeEvent(line)).toEqual(decodeEvent(line));
    expect(decodeEvent(line)).not.toBe(decodeEvent(line));
  });
});

function hasMinusZero(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return Object.is(value, -0);
  return Object.values(value).some(hasMinusZero);
}
