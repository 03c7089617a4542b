import { Buffer } from 'node:buffer';
import { hashOf, mix, spread } from './content-hash.ts';
import { add, clear, type ContentSet } from './content-set.ts';
import {
  behindSpace,
  behindWord,
  byteAt,
  bytesOf,
  isPlain,
  NOT_HERE,
  seen,
  viewOf,
} from './json-bytes.ts';

/** What begins a character from U+0300 on. Text of others only is in normal form. */
const FIRST_TO_NORMALISE = 0xcc;

const TODOS = bytesOf('"todos"');
const CONTENT = bytesOf('"content"');
const STATUS = bytesOf('"status"');
const PENDING = bytesOf('"pending"');
const IN_PROGRESS = bytesOf('"in_progress"');
const COMPLETED = bytesOf('"completed"');

/**
 * The data of a write that breaks no rule, from its opening brace on: the offset behind it, or `NOT_HERE` for data that
 * is anything else or that only the parser can judge. The texts are not checked to be UTF-8.
 */
export function behindTodos(bytes: Uint8Array, start: number, contents: ContentSet): number {
  clear(contents);
  if (byteAt(bytes, start) !== 0x7b) return NOT_HERE;
  let at = behindKey(bytes, start + 1, TODOS);
  if (at === NOT_HERE || byteAt(bytes, at) !== 0x5b) return NOT_HERE;
  at = behindSpace(bytes, at + 1);
  if (byteAt(bytes, at) === 0x5d) return behindBrace(bytes, at + 1);
  for (;;) {
    at = behindEntry(bytes, at, contents);
    if (at === NOT_HERE) return NOT_HERE;
    at = behindSpace(bytes, at);
    const next = byteAt(bytes, at);
    if (next === 0x5d) return behindBrace(bytes, at + 1);
    if (next !== 0x2c) return NOT_HERE;
    at = behindSpace(bytes, at + 1);
  }
}

function behindEntry(bytes: Uint8Array, start: number, contents: ContentSet): number {
  if (byteAt(bytes, start) !== 0x7b) return NOT_HERE;
  const quote = behindKey(bytes, start + 1, CONTENT);
  if (quote === NOT_HERE || byteAt(bytes, quote) !== 0x22) return NOT_HERE;
  const { length, byteOffset } = bytes;
  const view = viewOf(bytes);
  const first = quote + 1;
  let at = first;
  let hash = 0;
  let isNormal = true;
  // The same steps as in `hashOf`.
  for (; at + 4 <= length; at += 4) {
    const four = view.getInt32(byteOffset + at, true);
    if (!isPlain(four)) break;
    hash = mix(hash, four);
  }
  // A quote ends it. An escape, or what may not stand there, is for the parser.
  for (; at < length; at += 1) {
    const byte = bytes[at] as number; // within the line
    if (byte === 0x22) break;
    if (byte === 0x5c || byte < 0x20) return NOT_HERE;
    if (byte >= 0x80) seen.beyondAscii = true;
    if (byte >= FIRST_TO_NORMALISE) isNormal = false;
    hash = mix(hash, byte);
  }
  const last = at;
  if (last === first || mayHaveSpaceAround(bytes, first, last)) return NOT_HERE;
  at = behindSpace(bytes, at + 1);
  if (byteAt(bytes, at) !== 0x2c) return NOT_HERE;
  at = behindKey(bytes, at + 1, STATUS);
  if (at === NOT_HERE) return NOT_HERE;
  const letter = byteAt(bytes, at + 1);
  const isCompleted = letter === 0x63;
  const status = isCompleted ? COMPLETED : letter === 0x70 ? PENDING : IN_PROGRESS;
  at = behindWord(bytes, at, status);
  if (at === NOT_HERE) return NOT_HERE;
  const whole = isNormal ? spread(hash) : hashOf(textAt(bytes, first, last));
  // Equal hashes: perhaps equal contents.
  if (!add(contents, whole, !isCompleted)) return NOT_HERE;
  return behindBrace(bytes, at);
}

function textAt({ buffer, byteOffset }: Uint8Array, start: number, end: number): string {
  return Buffer.from(buffer, byteOffset + start, end - start).toString();
}

function behindKey(bytes: Uint8Array, start: number, key: Uint8Array): number {
  let at = behindWord(bytes, behindSpace(bytes, start), key);
  if (at === NOT_HERE) return NOT_HERE;
  at = behindSpace(bytes, at);
  return byteAt(bytes, at) === 0x3a ? behindSpace(bytes, at + 1) : NOT_HERE;
}

function behindBrace(bytes: Uint8Array, start: number): number {
  const at = behindSpace(bytes, start);
  return byteAt(bytes, at) === 0x7d ? at + 1 : NOT_HERE;
}

/** Whether a text, given as UTF-8, may begin or end with what `trim` takes away. */
function mayHaveSpaceAround(bytes: Uint8Array, start: number, end: number): boolean {
  const first = byteAt(bytes, start);
  const last = byteAt(bytes, end - 1);
  if (first === 0x20 || last === 0x20) return true;
  if (first >= 0x80 && maySpell(first, byteAt(bytes, start + 1))) return true;
  if (last < 0x80) return false;
  const before = byteAt(bytes, end - 2);
  return maySpell(before, last) || maySpell(byteAt(bytes, end - 3), before);
}

/** Whether two bytes begin a white space beyond ASCII; they begin some other characters too. */
function maySpell(first: number, second: number): boolean {
  switch (first) {
    case 0xc2:
      return second === 0xa0;
    case 0xe1:
      return second === 0x9a;
    case 0xe2:
      return second === 0x80 || second === 0x81;
    case 0xe3:
      return second === 0x80;
    case 0xef:
      return second === 0xbb;
    default:
      return false;
  }
}
