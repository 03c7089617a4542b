import { toPlainText } from './plain-text.ts';

/** Makes the pieces of a running text plain, one after the other. */
export function plainPieces(): (piece: string) => string {
  let held = '';
  return (piece) => {
    const text = held + piece;
    // Half a character may end one piece and begin the next.
    held = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? '';
    return toPlainText(text.slice(0, text.length - held.length), { lines: true });
  };
}
