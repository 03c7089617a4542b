import { TURN_END_KINDS } from '../../core/event.ts';
import {
  behindWholeNumber,
  behindWord,
  byteAt,
  bytesOf,
  NOT_HERE,
  wholeNumber,
} from './json-bytes.ts';

/*
 * The data of a turn's start and end in the very form in which our writer writes it; any other form, right or wrong, is
 * for the parser.
 */
const TURN = bytesOf('{"turn":');
const REASONS = TURN_END_KINDS.map((kind) => bytesOf(`,"reason":{"kind":"${kind}"}}`));

export function behindStartOfTurn(bytes: Uint8Array, start: number): number {
  const at = behindNumberOfTurn(bytes, start);
  return at !== NOT_HERE && byteAt(bytes, at) === 0x7d ? at + 1 : NOT_HERE;
}

export function behindEndOfTurn(bytes: Uint8Array, start: number): number {
  const at = behindNumberOfTurn(bytes, start);
  if (at === NOT_HERE) return NOT_HERE;
  for (const reason of REASONS) {
    const end = behindWord(bytes, at, reason);
    if (end !== NOT_HERE) return end;
  }
  return NOT_HERE;
}

/** The number of a turn in data that one of these functions has read. */
export function turnAt(bytes: Uint8Array, start: number): number {
  const at = start + TURN.length;
  return wholeNumber(bytes, at, behindWholeNumber(bytes, at));
}

function behindNumberOfTurn(bytes: Uint8Array, start: number): number {
  const at = behindWord(bytes, start, TURN);
  // Turns count from 1, and no whole number begins with a 0.
  if (at === NOT_HERE || byteAt(bytes, at) === 0x30) return NOT_HERE;
  return behindWholeNumber(bytes, at);
}
