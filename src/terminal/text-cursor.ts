import { charactersOf, displayWidth } from './display-width.ts';

/** Follows where the cursor stands in its row while text is printed. */
export interface TextCursor {
  /** Whether it stands at the start of a row, so that the next text needs no line of its own. */
  readonly isAtStart: boolean;
  /** Takes note of a plain text that is printed next; answers whether it stays on the cursor's row for sure. */
  print(text: string, columns: number): boolean;
  /**
   * Takes note of a new width: terminals differ in where the cursor is then, unless its line takes one row before and
   * after.
   */
  resize(columns: number): void;
  /** What to print before anything is drawn from the cursor on, so that it stands where no text can be hit. */
  settle(): string;
}

const START = Object.freeze({ character: '', column: 0 });

export function createTextCursor(): TextCursor {
  /** The last character of the row and the column in which it begins: what follows may belong to it, and widen it. */
  let last: LastCharacter = START;
  let isFull = false;
  let hasWrapped = false; // since the line began
  let isSure = true;
  return {
    get isAtStart() {
      return last.column === 0 && last.character === '';
    },
    print(text, columns) {
      const newline = text.lastIndexOf('\n');
      if (newline >= 0) {
        isSure = true;
        hasWrapped = false;
      }
      const start = newline < 0 ? last : START;
      const end = endOf(text.slice(newline + 1), start, columns);
      const goesOn = end.after > start.column + displayWidth(start.character);
      last = end.last;
      hasWrapped ||= end.wraps;
      isFull = end.after >= columns;
      return isSure && newline < 0 && !end.wraps && goesOn && !isFull;
    },
    resize(columns) {
      isSure &&= !hasWrapped && last.column + displayWidth(last.character) < columns;
    },
    settle() {
      // Behind a full row the cursor waits on the last character, where drawing would erase it: a space takes it on to
      // the next row. Where it is not known, only a new row is safe.
      if (isSure && !isFull) return '';
      last = START;
      hasWrapped = isSure;
      isFull = false;
      if (isSure) return ' \r';
      isSure = true;
      return '\n';
    },
  };
}

interface LastCharacter {
  readonly character: string;
  readonly column: number;
}

/** Where a text without newlines ends, that follows a character. */
function endOf(
  text: string,
  start: LastCharacter,
  columns: number,
): { readonly last: LastCharacter; readonly after: number; readonly wraps: boolean } {
  let last: LastCharacter = { character: '', column: start.column };
  let after = start.column;
  let wraps = false;
  for (const character of charactersOf(start.character + text)) {
    const width = displayWidth(character);
    // A wide character that does not fit at the end of a row is drawn on the next one.
    const isNext = after + width > columns;
    if (isNext) wraps = true;
    last = { character, column: isNext ? 0 : after };
    after = last.column + width;
  }
  return { last, after, wraps };
}
