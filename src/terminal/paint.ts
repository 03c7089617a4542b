/** Select Graphic Rendition, on and off, by what is drawn. Only the 16 colours, which follow the terminal's theme. */
const STYLES: Readonly<Record<string, readonly [on: string, off: string]>> = {
  title: ['1', '22'],
  hidden: ['2', '22'],
  in_progress: ['36', '39'],
  'in_progress-text': ['1', '22'],
  paused: ['33', '39'],
  completed: ['32', '39'],
  'completed-text': ['2', '22'],
};

/** Colours a piece of a row. What a row means never hangs on it: the mark says the same. */
export function paint(text: string, style: string, color: boolean): string {
  const codes = color && Object.hasOwn(STYLES, style) ? STYLES[style] : undefined;
  return codes === undefined ? text : `\x1B[${codes[0]}m${text}\x1B[${codes[1]}m`;
}
