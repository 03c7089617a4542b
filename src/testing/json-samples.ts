import { pick, randomJson, randomText, type Random } from './random-json.ts';
import type { NewSessionEvent } from '../core/event.ts';

/** Values that stores and clients have been seen to change. Each is JSON and must come back equal. */
export const JSON_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  '',
  [],
  {},
  [[]],
  [null],
  [{}],
  { list: [], record: {}, text: '', nothing: null, no: false, zero: 0 },
  // Text that a client may take for something else.
  '12345678901234567890',
  '0123',
  '1e5',
  '-0',
  'true',
  'false',
  'null',
  'undefined',
  'NaN',
  '{"a":1}',
  '[1]',
  '"quoted"',
  '\\"',
  '\\u0041',
  '%00',
  '$1 $& {{x}}',
  // Text that an encoder may break.
  'line\u2028and paragraph\u2029separators',
  '\u0085 next line',
  'one\ntwo\r\nthree\rfour\n',
  '\n',
  '\0',
  Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join(''),
  '\u007f\u0080\u009f',
  '\ufeffbyte order mark\ufeff',
  '\ufffd \ufffe \uffff',
  '😀 👩‍👩‍👧‍👦 🇩🇪 \u{10ffff}',
  '\u00e9 is not e\u0301',
  'ﬀ İ ı ß ſ',
  ' leading and trailing ',
  '\u200b\u200e\u202e\u2066',
  'x'.repeat(100_000),
  '😀'.repeat(20_000),
  // Keys.
  { ['__proto__']: { polluted: true } },
  JSON.parse('{"__proto__":{"toString":1},"constructor":{"prototype":{"x":1}}}'),
  { constructor: 'text', prototype: null, hasOwnProperty: 1, toString: 2, valueOf: 3 },
  { '': 1, ' ': 2, '0': 3, '01': 4, '-1': 5, 'a.b': 6, $ref: 7, '\0': 8, '\u2028': 9, '😀': 10 },
  JSON.parse('{"toJSON":"not a function","then":"not a function"}'),
  { b: 1, a: 2, '2': 3, '1': 4 },
  { seq: 99, more: true, id: 'inner', type: 'inner', time: -1, data: { data: null } },
  // Numbers.
  1e21,
  1e-7,
  0.1,
  0.1 + 0.2,
  5e-324,
  1.7976931348623157e308,
  -1.5,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  2 ** 53,
  2 ** 64,
  // Size and depth.
  Array.from({ length: 1_000 }, (_, n) => n),
  nested(100),
];

/** A list in a list in a list. */
export function nested(levels: number): unknown {
  let value: unknown = [];
  for (let n = 1; n < levels; n += 1) value = n % 2 === 0 ? [value] : { in: value };
  return value;
}

class Point {
  x = 1;
}

/** Values that are no JSON: what would come back is another value, or none. */
export function nonJsonValues(): readonly (readonly [name: string, value: unknown])[] {
  const circularRecord: Record<string, unknown> = {};
  circularRecord['self'] = { in: circularRecord };
  const circularList: unknown[] = [];
  circularList.push([circularList]);
  // oxlint-disable-next-line no-sparse-arrays -- the hole is what is tested
  const sparse = [1, , 3];
  return [
    ['undefined', undefined],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a bigint', 1n],
    ['NaN', Number.NaN],
    ['Infinity', Infinity],
    ['-Infinity', -Infinity],
    ['minus zero', -0],
    ['a Date', new Date(0)],
    ['a Map', new Map([['a', 1]])],
    ['a Set', new Set([1])],
    ['a RegExp', /x/],
    ['an Error', new Error('x')],
    ['a promise', Promise.resolve(1)],
    ['a Uint8Array', new Uint8Array(2)],
    ['an ArrayBuffer', new ArrayBuffer(2)],
    ['a boxed string', Object('text')],
    ['a boxed number', Object(1)],
    ['a class instance', new Point()],
    ['an object that inherits from another', Object.create({ inherited: 1 })],
    ['a circular object', circularRecord],
    ['a circular list', circularList],
    ['a sparse list', sparse],
    ['a list that is only a hole', Array(1)],
    ['a list with a named property', Object.assign([1], { name: 'x' })],
    ['an object with toJSON', { toJSON: () => 'other' }],
    ['a list with toJSON', Object.assign([1], { toJSON: () => 'other' })],
    ['an object with a symbol key', { [Symbol('s')]: 1 }],
    ['a lone high surrogate', 'a\ud83d'],
    ['a lone low surrogate', '\ude00b'],
    ['swapped surrogates', '\ude00\ud83d'],
    ['a key with a lone surrogate', { 'a\ud83d': 1 }],
  ];
}

/** An event of random content, with unknown fields beside `data`. */
export function randomEvent(random: Random): NewSessionEvent {
  const reserved = new Set(['seq', 'more', 'type', 'time', 'id', 'data']);
  const fields = Array.from({ length: Math.floor(random() * 3) }, () => [
    randomText(random, 5),
    randomJson(random, 2),
  ]).filter(([key]) => !reserved.has(String(key)));
  return {
    ...(Object.fromEntries(fields) as Record<string, unknown>),
    time: Math.floor(random() * 2e12),
    type: pick(random, ['test/note', 'host.note', 'todo/write', randomText(random) || 'x']),
    data: randomJson(random),
    ...(random() < 0.5 ? {} : { id: randomText(random) || 'id' }),
  };
}
