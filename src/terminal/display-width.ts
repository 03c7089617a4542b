import stringWidth from 'string-width';
import { assertArgument, assertString } from '../core/argument.ts';

const segmenter = new Intl.Segmenter();

/** How many columns of a terminal a plain text takes: two for most CJK and emoji, none for combining marks. */
export function displayWidth(text: string): number {
  assertString('text', text);
  return stringWidth(text);
}

/** What is drawn as one character, in order: an emoji family or a letter with its marks is never taken apart. */
export function* charactersOf(text: string): Generator<string, void> {
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/**
 * Cuts a plain text to a number of columns, never within a character, and says so with `ellipsis`.
 *
 * The result may be a column narrower where a wide character does not fit. Where not even the ellipsis fits, it is left
 * out.
 */
export function cutToWidth(text: string, columns: number, ellipsis = '…'): string {
  assertString('text', text);
  assertArgument(typeof columns === 'number', 'columns', 'a number of columns', columns);
  assertString('ellipsis', ellipsis);
  const reserved = displayWidth(ellipsis);
  const mark = reserved <= columns ? ellipsis : '';
  const room = columns - (mark === '' ? 0 : reserved);
  let width = 0;
  let end = 0; // of what fits beside the ellipsis
  let at = 0;
  for (const character of charactersOf(text)) {
    width += displayWidth(character);
    if (width > columns) return text.slice(0, end).trimEnd() + mark;
    at += character.length;
    if (width <= room) end = at;
  }
  return text;
}
