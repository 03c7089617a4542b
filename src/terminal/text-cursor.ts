import { charactersOf, displayWidth } from './display-width.ts';

/** Follows where the cursor stands in its row while text is printed. */
export interface TextCursor {
  /** Whether the last line was ended, so that the next text begins a row. */
  readonly isAtStart: boolean;
  /**
   * Takes note of a plain text that is printed next.
   *
   * @returns what to print for it, and whether it stays on the cursor's row for sure.
   */
  print(text: string, columns: number): { readonly text: string; readonly staysOnRow: boolean };
  /** Takes note of a new width: terminals differ in where the cursor is then, until the next line begins. */
  resize(columns: number): void;
}

export function createTextCursor(): TextCursor {
  let line = '';
  let column = 0;
  let isSure = true;
  return {
    get isAtStart() {
      return line === '';
    },
    print(text, columns) {
      const newline = text.lastIndexOf('\n');
      const after = columnAfter(text.slice(newline + 1), newline < 0 ? column : 0, columns);
      const staysOnRow = isSure && newline < 0 && after > column && after < columns;
      line = newline < 0 ? line + text : text.slice(newline + 1);
      if (newline >= 0) isSure = true;
      // Behind a full row the cursor waits on the last character, where drawing would erase it: a space takes it on to
      // the next row.
      const isFull = after === columns;
      column = isFull ? 0 : after;
      return { text: isFull ? `${text} \r` : text, staysOnRow };
    },
    resize(columns) {
      isSure = line === '';
      column = columnAfter(line, 0, columns);
    },
  };
}

/** How many columns of the last row are taken after a text without newlines. */
function columnAfter(text: string, column: number, columns: number): number {
  let at = column;
  for (const character of charactersOf(text)) {
    const width = displayWidth(character);
    // A wide character that does not fit at the end of a row is drawn on the next one.
    at = at + width > columns ? width : at + width;
  }
  return at;
}
