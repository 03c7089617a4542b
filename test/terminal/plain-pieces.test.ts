import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainPieces } from '../../src/terminal/plain-pieces.ts';
import { toPlainText } from '../../src/terminal/index.ts';

const inPieces = (pieces: readonly string[]) => {
  const plain = plainPieces();
  return [...pieces.map(plain.next), plain.rest()].join('');
};

/** What is cut at its worst. */
const PARTS = [
  'a',
  ' ',
  'ل',
  '日',
  'e\u0301',
  '👩‍👩‍👧',
  '❤\uFE0F',
  '🏴\u{E0067}\u{E0062}\u{E007F}',
  '👨\u{1F3FD}',
  '🇫🇷',
  '\r',
  '\n',
  '\t',
  '\u001B[31m',
  '\u001B]52;c;AAAA\u0007',
  '\u001B]0;t\u001B\\',
  '\u001BP1',
  '\u009B1m',
  '\u200D',
  '\u200C',
  '\uFE0F',
  '\u0301',
  '\u202E',
  '\u0007',
  '\uD83D',
  '\uDE00',
  '\u001B',
];

describe('pieces of a running text', () => {
  it.each<[string, string[], string]>([
    ['a family whose joiner ends a piece', ['👨\u200D', '👩'], '👨\u200D👩'],
    ['a sign whose form comes later', ['❤', '\uFE0F!'], '❤\uFE0F!'],
    ['a line end in two halves', ['a\r', '\nb'], 'a\nb'],
    ['a colour in two halves', ['a\u001B[', '31mred'], 'ared'],
    ['a clipboard that is written in two halves', ['a\u001B]52;c;AAAA', 'BBBB\u0007z'], 'az'],
    [
      'the flag of a region, letter by letter',
      [...'🏴\u{E0067}\u{E0062}\u{E007F}'],
      '🏴\u{E0067}\u{E0062}\u{E007F}',
    ],
    ['marks without end, one by one', ['e', ...'\u0301'.repeat(40)], `e${'\u0301'.repeat(16)}`],
    ['half a character', ['\uD83D', '\uDE00'], '😀'],
    ['half a character that stays one', ['a\uD83D'], 'a\uFFFD'],
  ])('are plain as a whole: %s', (_, pieces, whole) => {
    expect(inPieces(pieces)).toBe(whole);
  });

  it('are what the whole text would be, wherever it is cut', () => {
    const text = fc
      .array(fc.constantFrom(...PARTS), { maxLength: 20 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat(40)), (whole, cuts) => {
        const places = [0, ...cuts.map((cut) => Math.min(cut, whole.length)), whole.length];
        const pieces = places
          .toSorted((a, b) => a - b)
          .map((place, i, all) => whole.slice(all[i - 1] ?? 0, place));
        expect(inPieces(pieces)).toBe(toPlainText(whole, { lines: true }));
      }),
      { numRuns: 3_000 },
    );
  });

  it('do not wait for the end of a sequence that never ends', () => {
    const plain = plainPieces();
    const shown = Array.from({ length: 100 }, () => plain.next('\u001B]0;never'.padEnd(100, 'x')));
    expect(shown.join('')).not.toBe('');
    expect(plain.next('\nand on') + plain.rest()).toContain('and on');
  });
});
