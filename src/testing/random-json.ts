/** A source of numbers from 0 up to 1 that gives the same row for the same seed, so that a failure can be repeated. */
export type Random = () => number;

// The generator known as mulberry32: small, and good enough to choose test values.
export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(random: Random, list: readonly T[]): T {
  // The cast: the index is within the list, and no list here is empty.
  return list[Math.floor(random() * list.length)] as T;
}

const PIECES = [
  ['a', 'B', '7', '0', '.', '-', '_', ' ', '"', "'", '\\', '/', ':', ',', '{', '}', '[', ']'],
  ['<', '>', '&', '*', '?', '%', '$', '#', '|', '~', '\n', '\r', '\r\n', '\t', '\0', '\u0001'],
  ['\u007f', '\u0085', '\u00a0', '\u00e9', 'e\u0301', '\u200b', '\u200f', '\u2028', '\u2029'],
  ['\ufeff', '\ufffd', '\ufffe', '\uffff', '漢', '😀', '\u{10ffff}', '__proto__', 'null'],
].flat();

/** A well-formed string of pieces that encoders and file systems stumble over. */
export function randomText(random: Random, maxPieces = 12): string {
  const count = Math.floor(random() * (maxPieces + 1));
  return Array.from({ length: count }, () => pick(random, PIECES)).join('');
}

const NUMBERS = [0, 1, -1, 0.1, 1e21, -1e-7, 5e-324, 2 ** 53 - 1, 2 ** 53, 1.7976931348623157e308];
const KEYS = ['a', '__proto__', 'constructor', 'toString', 'length', '0', '', 'toJSON', 'then'];

/** A JSON value of any kind, at most `depth` levels deep. */
export function randomJson(random: Random, depth = 4): unknown {
  const kind = random();
  if (depth > 0 && kind < 0.25) {
    return Array.from({ length: Math.floor(random() * 4) }, () => randomJson(random, depth - 1));
  }
  if (depth > 0 && kind < 0.5) {
    const entries = Array.from({ length: Math.floor(random() * 4) }, () => [
      random() < 0.5 ? pick(random, KEYS) : randomText(random, 4),
      randomJson(random, depth - 1),
    ]);
    // Defines the keys rather than setting them, so that `__proto__` becomes a key like any other.
    return Object.fromEntries(entries) as unknown;
  }
  if (kind < 0.75) return randomText(random);
  if (kind < 0.9) return pick(random, NUMBERS) * (random() < 0.5 ? 1 : random());
  return pick(random, [true, false, null]);
}
