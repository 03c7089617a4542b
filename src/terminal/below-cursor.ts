const HIDE_CURSOR = '\x1B[?25l';
const SHOW_CURSOR = '\x1B[?25h';
const SAVE = '\x1B7';
const RESTORE = '\x1B8';
const WRAP_OFF = '\x1B[?7l';
const WRAP_ON = '\x1B[?7h';
const PLAIN = '\x1B[0m';
const ERASE_LINE = '\x1B[K';
const ERASE_REST = '\x1B[J';
const UP = (rows: number) => `\x1B[${rows}A`;
const DOWN = (rows: number) => `\x1B[${rows}B`;
/** One row down in the same column; at the bottom of the window everything moves up. */
const INDEX = '\x1BD';
/** The start of the row below. Unlike a newline it never moves the window. */
const NEXT_ROW = `${DOWN(1)}\r`;

/**
 * The codes that draw rows below the one that the cursor stands on, over whatever is there, and put the cursor back.
 *
 * To be written in one piece, so that nothing comes in between and the cursor is never left hidden. There must be room:
 * one row less than the window has. Wrapping is off meanwhile, so that a row which the terminal draws wider than
 * counted, or a window that has just become narrower, cannot push the rows apart.
 */
export function drawBelow(rows: readonly string[]): string {
  const { length } = rows;
  if (length === 0) return SAVE + PLAIN + ERASE_REST + RESTORE;
  const room = INDEX.repeat(length) + UP(length);
  const drawn = rows.map((row) => `${row}${PLAIN}`).join(NEXT_ROW);
  return (
    HIDE_CURSOR +
    room +
    SAVE +
    WRAP_OFF +
    PLAIN +
    ERASE_LINE +
    NEXT_ROW +
    ERASE_REST +
    drawn +
    WRAP_ON +
    RESTORE +
    SHOW_CURSOR
  );
}

/** The codes that erase everything behind the cursor and below it, so that text can run on there. */
export function eraseBelow(): string {
  // With room made first there is a row below, so the text's own row cannot be hit.
  return INDEX + UP(1) + SAVE + PLAIN + ERASE_LINE + NEXT_ROW + ERASE_REST + RESTORE;
}

/** The codes that put the cursor on a new row below so many drawn ones. */
export function moveBelow(rows: number): string {
  return `${DOWN(rows)}\r\n`;
}
