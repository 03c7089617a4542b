import { randomText, seededRandom } from './random-json.ts';

const PATHS = [
  ['.', '..', '...', '/', '//', '\\', '../x', '../../x', '..\\x', '/abs', './a', 'a/..', 'a/../b'],
  ['a/b', 'a_b', 'a\\b', 'a:b', 'a-b', 'a b', 'a%2Fb', 'a%2fb', 'a%b', 'a/b/', 'C:\\x', '~', '~/x'],
  ['%2e%2e', '%2E%2E', '%', '%%', '%00', '%25', '$HOME', '`x`', '-rf', '--', '.hidden', '.lock'],
  ['events.jsonl', 'a.jsonl', 'a.', 'a', 'a ', ' a', ' ', '  ', 'a\t', 'a.tmp', '$a', '#a'],
];

// Names that Windows keeps for itself, and letters that differ only in case.
const WINDOWS = [
  ['CON', 'con', 'nul.txt', 'NUL', 'COM1', 'LPT1.log', 'aux', 'a::$DATA'],
  ['Team', 'team', 'TEAM', 'teaM', 'ß', 'SS', 'ss', 'İ', 'i', 'ı', 'I'],
];

// Patterns, hash tags and separators of key-value stores.
const KEY_SPACES = [
  ['a*', 'a?', '[a]', '*', 'a}b', '{t}', 't', '{t}x', '{}', '{', '}', '}{'],
  ['{a}{b}', 'a{b}c', 'a:', ':', 's1', '\0', 'a\0', 'a\0b'],
];

const CONTROLS = [
  ['\u0001', 'a\u0001b', '\n', 'a\nb', 'a\r\nb', '\r', '\t', '\u001b[2J', '"', "'", '"a"'],
  ['\u007f', '\u0085', '\u2028', '\u2029', '\ufeff', '\ufeffa', '\u200b', 'a\u200b'],
];

// One look, several encodings; and characters of several units or bytes.
const ENCODINGS = [
  ['\u00e9', 'e\u0301', '\u212b', '\u00c5', 'A\u030a', '\ufb01', 'fi', '\u2460', '1', '\u0661'],
  ['😀', '👩‍👩‍👧', '\u{10ffff}', '\ufffd', '\uffff', '漢字', '%F0%9F%98%80'],
];

// Names of JavaScript objects, and texts that look like other values.
const WORDS = [
  ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', 'then'],
  ['0', '00', '-0', '1e3', 'null', 'undefined', 'true', 'NaN', '{"a":1}', '[object Object]'],
];

const LONGEST = [
  ['x'.repeat(512), `${'x'.repeat(511)}y`, 'X'.repeat(512), 'x'.repeat(511), 'x'.repeat(300)],
  ['/'.repeat(512), '.'.repeat(512), '漢'.repeat(512), '😀'.repeat(256), '\0'.repeat(512)],
];

/** Session ids that file systems, key spaces and clusters confuse with one another or with something of their own. */
export const HOSTILE_IDS: readonly string[] = [
  PATHS,
  WINDOWS,
  KEY_SPACES,
  CONTROLS,
  ENCODINGS,
  WORDS,
  LONGEST,
].flat(2);

/** More ids of the same kind, the same ones every time. */
export function randomIds(count: number): readonly string[] {
  const random = seededRandom(8);
  const ids = new Set<string>();
  while (ids.size < count) {
    const id = randomText(random, 6);
    if (id !== '' && !HOSTILE_IDS.includes(id)) ids.add(id);
  }
  return [...ids];
}

/** What names no session. */
export const BAD_IDS: readonly unknown[] = [
  '',
  'x'.repeat(513),
  '😀'.repeat(257),
  '\ud83d',
  'a\ud83d',
  '\ude00a',
  '\ude00\ud83d',
  undefined,
  null,
  0,
  5,
  true,
  Symbol('id'),
  ['a'],
  { id: 'a' },
  Object('a'),
  () => 'a',
];
