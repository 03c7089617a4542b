import { toPlainText } from '../../terminal/plain-text.ts';

// Control characters that JSON leaves as they are, and what changes the order or the lines of text on a screen.
const UNSAFE =
  /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** Text that nobody vouches for, on one line. */
export const plain = (text: string): string => toPlainText(text);

/** A name or an id as people write it: as it is where it is simple, else as a JSON string. */
export function name(text: string): string {
  return /^[\w./:@+=,-]+$/.test(text) ? text : toPlainText(JSON.stringify(text));
}

/** A value as JSON in which no character can act on a terminal; it is read back as the same value. */
export function json(value: unknown): string {
  return escapeJson(JSON.stringify(value));
}

/**
 * JSON text on one line, with every character in it escaped that could act on a terminal. Only strings can hold one, but
 * for white space between values.
 */
export function escapeJson(text: string): string {
  return text
    .replaceAll(/[\t\n\r]/g, ' ')
    .replaceAll(UNSAFE, (character) =>
      Array.from(
        { length: character.length },
        (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
      ).join(''),
    );
}
