import type { EventReading } from '../../core/invariants/event-reading.ts';
import { isPackedType } from '../../core/invariants/predecessor.ts';
import { bytesOf, NOT_HERE } from './json-bytes.ts';

const KEYS = ['seq', 'time', 'type', 'data', 'id', 'callId', 'turn', 'more'].map(bytesOf);

/** The fields of an event, as bits. */
export const SEQ = 1;
export const TIME = 2;
export const TYPE = 4;
export const DATA = 8;
export const ID = 16;
export const CALL_ID = 32;
export const TURN = 64;
export const MORE = 128;

/** Which field a key without escapes names, or `NOT_HERE`. */
export function fieldOf(bytes: Uint8Array, start: number, end: number): number {
  const index = likelyIndex(bytes, start, end - start);
  const name = KEYS[index];
  return name !== undefined && isAt(bytes, start, end, name) ? 1 << index : NOT_HERE;
}

/** The only key that this one can be, by its length and one of its letters. */
function likelyIndex(bytes: Uint8Array, start: number, length: number): number {
  if (length === 3) return 0;
  if (length === 2) return 4;
  if (length === 6) return 5;
  if (length !== 4) return NOT_HERE;
  switch (bytes[start + 1]) {
    case 0x69:
      return 1;
    case 0x79:
      return 2;
    case 0x61:
      return 3;
    case 0x75:
      return 6;
    default:
      return 7;
  }
}

function isAt(bytes: Uint8Array, start: number, end: number, name: Uint8Array): boolean {
  if (name.length !== end - start) return false;
  for (let i = 0; i < name.length; i += 1) if (bytes[start + i] !== name[i]) return false;
  return true;
}

/** What is known of a type of event. */
export interface KnownType {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** `undefined` for what is left to the parser. */
  readonly kind: Exclude<EventReading['kind'], 'unreadable'> | undefined;
}

/** The types that came last: one of them comes next, nearly always. */
export class RecentTypes {
  #last = toKnownType(bytesOf('todo/write'));
  #recent: readonly KnownType[] = [];

  /** The type that is spelled here, in ASCII and without escapes. */
  at(bytes: Uint8Array, start: number, end: number): KnownType {
    if (isAt(bytes, start, end, this.#last.bytes)) return this.#last;
    const known = this.#recent.find((type) => isAt(bytes, start, end, type.bytes));
    this.#last = known ?? toKnownType(bytes.slice(start, end));
    if (known === undefined) this.#recent = [this.#last, ...this.#recent.slice(0, 7)];
    return this.#last;
  }
}

function toKnownType(bytes: Uint8Array): KnownType {
  const name = new TextDecoder().decode(bytes);
  if (isPackedType(name)) return { name, bytes, kind: undefined };
  const isOurs = name === 'todo/write' || name === 'turn/start' || name === 'turn/end';
  return { name, bytes, kind: isOurs ? name : 'unknown' };
}
