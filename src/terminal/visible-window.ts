/** Which items of a list are drawn where not all of them fit. */
export interface VisibleWindow {
  /** The first visible item and the one after the last. */
  readonly start: number;
  readonly end: number;
  /** Whether a row before the items says how many are hidden above them. */
  readonly saysEarlier: boolean;
  /** Whether a row after the items says how many are hidden. */
  readonly saysMore: boolean;
}

/**
 * Chooses the items to draw in `rows` rows: the first ones, or those around `focus` where it is not among them.
 *
 * Rows that say what is hidden count too. Where only one row is left it shows `focus` and nothing else.
 */
export function visibleWindow(count: number, rows: number, focus: number): VisibleWindow {
  if (count <= rows) return { start: 0, end: count, saysEarlier: false, saysMore: false };
  if (rows <= 0) return { start: 0, end: 0, saysEarlier: false, saysMore: false };
  if (rows === 1) return { start: focus, end: focus + 1, saysEarlier: false, saysMore: false };
  if (rows === 2) return { start: focus, end: focus + 1, saysEarlier: false, saysMore: true };
  // One row below says how many more there are; once the window has moved, one above says what came before.
  if (focus < rows - 1) return { start: 0, end: rows - 1, saysEarlier: false, saysMore: true };
  const atEnd = focus >= count - (rows - 1);
  if (atEnd) return { start: count - (rows - 1), end: count, saysEarlier: true, saysMore: false };
  const visible = rows - 2;
  const start = focus - Math.floor(visible / 2);
  return { start, end: start + visible, saysEarlier: true, saysMore: true };
}
