/*
 * Walks over the bytes of JSON without making values of them. Each function takes an offset and answers the one behind
 * what it read, or `NOT_HERE` for what is no JSON, or what only the parser can judge. They are plain functions with
 * loops in them, and not the small parts that one would rather write: this is what a log of gigabytes waits for.
 */
export const NOT_HERE = -1;

/** Kinds of bytes within a JSON string: what ends it, what begins an escape, what may not stand there. */
const PLAIN = 0;
const BEYOND_ASCII = 1;
const QUOTE = 2;
const BACKSLASH = 3;
const CONTROL = 4;
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0x22) return QUOTE;
  if (byte === 0x5c) return BACKSLASH;
  if (byte < 0x20) return CONTROL;
  return byte < 0x80 ? PLAIN : BEYOND_ASCII;
});
/** Whether a string had a byte beyond ASCII since this was last set to false: then its encoding needs a look. */
export const seen = { beyondAscii: false };

/** Deeper values are left to the parser: one bit of a number tells for each level what it is. */
const MAX_DEPTH = 30;

/** The byte at an offset, 0 behind the end: reading beyond an array is slow. */
export const byteAt = (bytes: Uint8Array, at: number): number =>
  at < bytes.length ? (bytes[at] as number) : 0; // within the line

const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

export function behindSpace(bytes: Uint8Array, at: number): number {
  while (isSpace(byteAt(bytes, at))) at += 1;
  return at;
}

/** `at` is behind the opening quote, the answer behind the closing one. */
export function behindString(bytes: Uint8Array, at: number): number {
  const { length } = bytes;
  while (at < length) {
    const byte = bytes[at] as number; // within the line
    at += 1;
    const kind = KINDS[byte] as number; // a table of all bytes
    if (kind === BEYOND_ASCII) seen.beyondAscii = true;
    if (kind <= BEYOND_ASCII) continue;
    if (byte === 0x22) return at;
    if (byte !== 0x5c) return NOT_HERE;
    at = behindEscape(bytes, at);
    if (at === NOT_HERE) return NOT_HERE;
  }
  return NOT_HERE;
}

/** The offset of the quote that closes a string without escapes and beyond ASCII. */
export function endOfSimpleString(bytes: Uint8Array, at: number): number {
  const { length } = bytes;
  while (at < length && KINDS[bytes[at] as number] === PLAIN) at += 1; // within the line
  return byteAt(bytes, at) === 0x22 ? at : NOT_HERE;
}

/** The memory of the last line: most stand in the same block as the one before. */
let lastView: DataView = new DataView(new ArrayBuffer(0));

/** The memory that bytes stand in, from their `byteOffset` on. */
export function viewOf(bytes: Uint8Array): DataView {
  if (lastView.buffer !== bytes.buffer) lastView = new DataView(bytes.buffer);
  return lastView;
}

/**
 * Whether four bytes are ordinary ASCII, no quote and no backslash: a byte that is none of these leaves its highest bit
 * set in one of the terms.
 */
export function isPlain(four: number): boolean {
  const control = four - 0x20202020;
  const quote = (four ^ 0x22222222) - 0x01010101;
  const backslash = (four ^ 0x5c5c5c5c) - 0x01010101;
  return ((control | quote | backslash | four) & 0x80808080) === 0;
}

/** Any value. */
export function behindValue(bytes: Uint8Array, start: number): number {
  const { length, byteOffset } = bytes;
  const view = viewOf(bytes);
  let at = start;
  let depth = 0;
  let objects = 0; // the lowest bit tells whether the innermost value is an object
  let isKey = false;
  for (;;) {
    let byte = byteAt(bytes, at);
    if (byte <= 0x20) {
      at = behindSpace(bytes, at);
      byte = byteAt(bytes, at);
    }
    if (byte === 0x22) {
      at += 1;
      for (;;) {
        while (at + 4 <= length && isPlain(view.getInt32(byteOffset + at, true))) at += 4;
        let kind = PLAIN;
        while (kind <= BEYOND_ASCII) {
          if (at >= length) return NOT_HERE;
          kind = KINDS[bytes[at] as number] as number; // within the line, and a table of all bytes
          if (kind === BEYOND_ASCII) seen.beyondAscii = true;
          at += 1;
        }
        if (kind === QUOTE) break;
        if (kind !== BACKSLASH) return NOT_HERE;
        at = behindEscape(bytes, at);
        if (at === NOT_HERE) return NOT_HERE;
      }
      if (isKey) {
        isKey = false;
        at = behindSpace(bytes, at);
        if (byteAt(bytes, at) !== 0x3a) return NOT_HERE;
        at += 1;
        continue;
      }
    } else if (isKey) {
      return NOT_HERE;
    } else if (byte === 0x7b || byte === 0x5b) {
      const isObject = byte === 0x7b;
      at = behindSpace(bytes, at + 1);
      if (byteAt(bytes, at) === (isObject ? 0x7d : 0x5d)) {
        at += 1;
      } else {
        if (depth === MAX_DEPTH) return NOT_HERE;
        depth += 1;
        objects = (objects << 1) | (isObject ? 1 : 0);
        isKey = isObject;
        continue;
      }
    } else {
      at = behindScalar(bytes, at, byte);
      if (at === NOT_HERE) return NOT_HERE;
    }

    for (;;) {
      if (depth === 0) return at;
      let next = byteAt(bytes, at);
      if (next <= 0x20) {
        at = behindSpace(bytes, at);
        next = byteAt(bytes, at);
      }
      at += 1;
      const isInObject = (objects & 1) === 1;
      if (next === 0x2c) {
        isKey = isInObject;
        break;
      }
      if (next !== (isInObject ? 0x7d : 0x5d)) return NOT_HERE;
      depth -= 1;
      objects >>>= 1;
    }
  }
}

function behindScalar(bytes: Uint8Array, at: number, first: number): number {
  if (first === 0x74) return behindWord(bytes, at, TRUE);
  if (first === 0x66) return behindWord(bytes, at, FALSE);
  if (first === 0x6e) return behindWord(bytes, at, NULL);
  return behindNumber(bytes, at);
}

export function behindWord(bytes: Uint8Array, at: number, word: Uint8Array): number {
  if (at + word.length > bytes.length) return NOT_HERE;
  for (let i = 0; i < word.length; i += 1) if (bytes[at + i] !== word[i]) return NOT_HERE;
  return at + word.length;
}

function behindEscape(bytes: Uint8Array, at: number): number {
  switch (byteAt(bytes, at)) {
    case 0x22:
    case 0x5c:
    case 0x2f:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
      return at + 1;
    case 0x75:
      for (let i = 1; i <= 4; i += 1) if (!isHex(byteAt(bytes, at + i))) return NOT_HERE;
      return at + 5;
    default:
      return NOT_HERE;
  }
}

function behindNumber(bytes: Uint8Array, start: number): number {
  let at = byteAt(bytes, start) === 0x2d ? start + 1 : start;
  at = byteAt(bytes, at) === 0x30 ? at + 1 : behindDigits(bytes, at);
  if (at !== NOT_HERE && byteAt(bytes, at) === 0x2e) at = behindDigits(bytes, at + 1);
  if (at === NOT_HERE) return NOT_HERE;
  const letter = byteAt(bytes, at);
  if (letter !== 0x65 && letter !== 0x45) return at;
  const sign = byteAt(bytes, at + 1);
  return behindDigits(bytes, sign === 0x2b || sign === 0x2d ? at + 2 : at + 1);
}

function behindDigits(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isDigit(byteAt(bytes, at))) at += 1;
  return at === start ? NOT_HERE : at;
}

/** Numbers of more digits may be none that a double can hold. */
const MAX_DIGITS = 15;

/** A number without sign, fraction and exponent. */
export function behindWholeNumber(bytes: Uint8Array, start: number): number {
  const end = behindDigits(bytes, start);
  return isWholeNumber(bytes, start, end) ? end : NOT_HERE;
}

/** Whether digits are a number of JSON that a double can hold. */
export function isWholeNumber(bytes: Uint8Array, start: number, end: number): boolean {
  const digits = end - start;
  return digits > 0 && digits <= MAX_DIGITS && (digits === 1 || byteAt(bytes, start) !== 0x30);
}

export function wholeNumber(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) value = value * 10 + byteAt(bytes, at) - 0x30;
  return value;
}

export const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;

function isHex(byte: number): boolean {
  const letter = byte | 0x20;
  return isDigit(byte) || (letter >= 0x61 && letter <= 0x66);
}

export const bytesOf = (text: string) => new TextEncoder().encode(text);

export const TRUE = bytesOf('true');
const FALSE = bytesOf('false');
const NULL = bytesOf('null');
