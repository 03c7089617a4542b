import { isUtf8 } from 'node:buffer';
import type { EventReading } from '../../core/invariants/event-reading.ts';
import { ContentSet } from './content-set.ts';
import {
  behindSpace,
  behindString,
  behindValue,
  behindWord,
  byteAt,
  endOfSimpleString,
  isDigit,
  isWholeNumber,
  NOT_HERE,
  seen,
  TRUE,
} from './json-bytes.ts';
import * as field from './known-fields.ts';
import { behindTodos } from './quick-todos.ts';
import { behindEndOfTurn, behindStartOfTurn, turnAt } from './quick-turn.ts';

/** Types are remembered: longer ones, which nobody would make up, are not. */
const MAX_TYPE_BYTES = 200;

/** Each is compared with all before it: for a handful, not for a line made of them. */
const MAX_UNKNOWN_FIELDS = 20;

const NONE: readonly never[] = Object.freeze([]);

/**
 * What was read of a line without making values of it, several times faster than the parser does.
 *
 * Reads lines without any fault and of the common form, and leaves what it cannot vouch for to the parser: it never says
 * of a line what the parser and `readEvent` would not say. Holds what it read until the next line.
 */
export class QuickReading implements EventReading {
  kind: EventReading['kind'] = 'unknown';
  type = '';
  seq: number | undefined = 0;
  readonly seqFault = undefined;
  readonly count = 1;
  time: number | undefined = 0;
  turn: number | undefined = 0;
  readonly shapeFaults = NONE;
  readonly todoFaults = NONE;
  readonly todos = undefined;
  unknownFields: readonly string[] = NONE;
  readonly unknownKind = undefined;
  /** The turn that the event starts or ends. */
  turnOfData: number | undefined;
  /** Whether the event is followed by another one of the same append. */
  more = false;
  /** The contents of a write. Another set can be put in its place, to keep this one. */
  contents = new ContentSet();
  readonly recentTypes = new field.RecentTypes();

  /** Reads a line and says whether it could. */
  read(bytes: Buffer, isPredecessor: boolean): boolean {
    this.kind = 'unreadable';
    this.seq = undefined;
    this.time = undefined;
    this.turn = undefined;
    this.turnOfData = undefined;
    this.unknownFields = NONE;
    this.more = false;
    seen.beyondAscii = false;
    const fields = readFields(this, bytes);
    const wanted = field.TYPE | field.DATA | (isPredecessor ? 0 : field.SEQ | field.TIME);
    if (fields === NOT_HERE || (fields & wanted) !== wanted) return false;
    return !seen.beyondAscii || isUtf8(bytes);
  }
}

/** The fields that an event has. */
function readFields(to: QuickReading, bytes: Uint8Array): number {
  let at = behindSpace(bytes, 0);
  if (byteAt(bytes, at) !== 0x7b) return NOT_HERE;
  at = behindSpace(bytes, at + 1);
  let fields = 0;
  for (;;) {
    if (byteAt(bytes, at) !== 0x22) return NOT_HERE;
    const start = at + 1;
    const end = endOfSimpleString(bytes, start);
    if (end === NOT_HERE) return NOT_HERE;
    at = behindSpace(bytes, end + 1);
    if (byteAt(bytes, at) !== 0x3a) return NOT_HERE;
    at = behindSpace(bytes, at + 1);
    const key = field.fieldOf(bytes, start, end);
    if (key === NOT_HERE) {
      // Objects have keys that look like numbers first, in an order of their own.
      if (isDigit(byteAt(bytes, start))) return NOT_HERE;
      if (to.unknownFields.length === MAX_UNKNOWN_FIELDS) return NOT_HERE;
      addUnknown(to, bytes, start, end);
      at = behindValue(bytes, at);
    } else {
      // Of a field that stands twice the last one counts: for the parser.
      if ((fields & key) !== 0) return NOT_HERE;
      fields |= key;
      at = readField(to, bytes, at, key);
    }
    if (at === NOT_HERE) return NOT_HERE;
    at = behindSpace(bytes, at);
    const next = byteAt(bytes, at);
    if (next === 0x7d) break;
    if (next !== 0x2c) return NOT_HERE;
    at = behindSpace(bytes, at + 1);
  }
  // The turn of any other event is in its data.
  if (to.kind !== 'todo/write') to.turn = to.turnOfData;
  return behindSpace(bytes, at + 1) === bytes.length ? fields : NOT_HERE;
}

function readField(to: QuickReading, bytes: Uint8Array, at: number, key: number): number {
  switch (key) {
    case field.SEQ:
    case field.TIME:
    case field.TURN:
      return readNumber(to, bytes, at, key);
    case field.TYPE:
      return readType(to, bytes, at);
    case field.DATA:
      if (to.kind === 'todo/write') return behindTodos(bytes, at, to.contents);
      if (to.kind === 'turn/start' || to.kind === 'turn/end') return readTurn(to, bytes, at);
      // Before its type it could be anything.
      return to.kind === 'unknown' ? behindValue(bytes, at) : NOT_HERE;
    case field.MORE:
      to.more = true;
      return behindWord(bytes, at, TRUE);
    default: {
      const isText = byteAt(bytes, at) === 0x22 && byteAt(bytes, at + 1) !== 0x22;
      return isText ? behindString(bytes, at + 1) : NOT_HERE;
    }
  }
}

function readNumber(to: QuickReading, bytes: Uint8Array, start: number, key: number): number {
  let value = 0;
  let end = start;
  for (let byte = byteAt(bytes, end); isDigit(byte); byte = byteAt(bytes, end)) {
    value = value * 10 + (byte - 0x30);
    end += 1;
  }
  if (!isWholeNumber(bytes, start, end)) return NOT_HERE;
  if (key === field.SEQ) to.seq = value;
  else if (key === field.TIME) to.time = value;
  else if (value === 0) return NOT_HERE;
  else to.turn = value;
  return end;
}

function readType(to: QuickReading, bytes: Uint8Array, at: number): number {
  if (byteAt(bytes, at) !== 0x22) return NOT_HERE;
  const end = endOfSimpleString(bytes, at + 1);
  if (end === NOT_HERE || end === at + 1 || end - at > MAX_TYPE_BYTES) return NOT_HERE;
  const { kind, name } = to.recentTypes.at(bytes, at + 1, end);
  if (kind === undefined) return NOT_HERE;
  to.kind = kind;
  to.type = name;
  return end + 1;
}

function readTurn(to: QuickReading, bytes: Uint8Array, at: number): number {
  const isStart = to.kind === 'turn/start';
  const end = isStart ? behindStartOfTurn(bytes, at) : behindEndOfTurn(bytes, at);
  if (end !== NOT_HERE) to.turnOfData = turnAt(bytes, at);
  return end;
}

function addUnknown(to: QuickReading, bytes: Uint8Array, start: number, end: number): void {
  const name = new TextDecoder().decode(bytes.subarray(start, end));
  if (!to.unknownFields.includes(name)) to.unknownFields = [...to.unknownFields, name];
}
