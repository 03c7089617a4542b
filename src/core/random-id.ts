/** Random bytes that no id has used yet: asking for a few at a time costs more than all else about an event. */
const pool = new Uint8Array(1_536);
const BYTES = 12;
let used = pool.length;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * A random id of 24 hexadecimal digits (96 bits).
 *
 * `crypto.randomUUID` is missing in browsers on plain http pages; `getRandomValues` is everywhere.
 */
export function randomId(): string {
  // Not filled before the first id is wanted: some edges have no randomness while modules load.
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  let id = '';
  for (let end = used + BYTES; used < end; used += 1) id += HEX[pool[used] ?? 0];
  return id;
}
