/**
 * A random id of 24 hexadecimal digits (96 bits).
 *
 * `crypto.randomUUID` is missing in browsers on plain http pages; `getRandomValues` is everywhere.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
