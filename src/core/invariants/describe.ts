import { quote } from '../text.ts';

/** How many names a message lists at most. */
const MAX_NAMES = 5;

/** What a value is, in the words of a message. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return quote(value, 40);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Names or contents in a message: quoted, cut, and at most a handful. */
export function quoteAll(texts: readonly string[]): string {
  const shown = texts.slice(0, MAX_NAMES).map((text) => quote(text));
  const more = texts.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
