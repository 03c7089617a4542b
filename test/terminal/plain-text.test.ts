import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderPlan, toPlainText } from '../../src/terminal/index.ts';
import { plan } from '../support/plans.ts';

/** Whatever can act on a terminal, or that no encoder gives back unchanged. */
const ACTS = /\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]|\p{Cs}/u;

const cases: [what: string, text: string, shown: string][] = [
  ['writing the clipboard', 'Deploy\u001B]52;c;aGk=\u0007', 'Deploy'],
  ['clearing the screen', 'a\u001B[2Jb', 'ab'],
  ['a colour in its 8-bit form', '\u009B31mred', 'red'],
  ['a hidden link', '\u001B]8;;http://x.example\u0007link\u001B]8;;\u0007', 'link'],
  ['a device control string', 'a\u001BP1;q\u001B\\b', 'ab'],
  ['a title that never ends', 'Ship it\u001B]0;x', 'Ship it\uFFFD'],
  ['a title that never ends before a line that has to be seen', '\u001B]0;x\nreal', '\uFFFD real'],
  ['a reset', 'a\u001Bcb', 'ab'],
  ['strings in their 8-bit forms', 'a\u009D0;t\u009Cb\u0090q\u009Cc\u009Fx\u009Cd', 'abcd'],
  [
    'privacy, start-of-string and application strings',
    '\u001B^p\u001B\\a\u001BXs\u0007b\u001B_c\u009Cc',
    'abc',
  ],
  ['a sequence inside of a string', '\u001B]0;\u001B[2Jx', '\uFFFDx'],
  ['two escapes in a row', 'a\u001B\u001B]52;c;x\u0007b', 'ab'],
  ['a sequence that is cut off', 'a\u001B[12;', 'a'],
  ['an escape at the end', 'a\u001B', 'a'],
  ['a character set and a double-height line', 'a\u001B(0b\u001B#3c', 'abc'],
  ['going back over what was printed', 'safe\b\b\b\bevil\rx', 'safeevil x'],
  ['a bell, a NUL, a delete and a C1 control', 'a\u0007b\u0000c\u007Fd\u0084e', 'abcde'],
  ['every kind of line end', 'a\nb\r\nc\rd\u0085e\u2028f\u2029g\vh\fi', 'a b c d e f g h i'],
  ['several line ends and a tab', 'a\n\n\n\tb', 'a  b'],
  [
    'bidirectional overrides and isolates',
    'a\u202Etxt.exe\u202C\u2066b\u2069\u200Fc\u061Cd',
    'atxt.exebcd',
  ],
  ['invisible characters', 'a\u200Bb\u2060c\uFEFFd\u00ADe\u3164f\u180Eg', 'abcdefg'],
  ['text hidden in tags and selectors', `a\u{E0041}\u{E0042}b${'\u{E0101}'.repeat(20)}c`, 'abc'],
  ['lone surrogates', '\uD83Da\uDE00', '\uFFFDa\uFFFD'],
  ['marks that pile up over other lines', `z${'\u0301'.repeat(500)}`, `z${'\u0301'.repeat(16)}`],
];

describe('text that nobody vouches for', () => {
  it.each(cases)('cannot act by %s', (_, text, shown) => {
    expect(toPlainText(text)).toBe(shown);
  });

  it.each(cases)('cannot act in a task by %s, and the task stays what it is', (_, text, shown) => {
    const tasks = plan('before', text, 'after');
    const before = structuredClone(tasks);
    expect(renderPlan(tasks).split('\n')).toEqual(['☐ before', `☐ ${shown.trim()}`, '☐ after']);
    expect(tasks).toEqual(before);
  });

  it('cannot act whatever it is', () => {
    const dangerous = fc.constantFrom(...cases.flatMap(([, text]) => Array.from(text)));
    const any = fc.string({
      unit: fc.oneof(dangerous, fc.string({ unit: 'binary', maxLength: 1 })),
    });
    fc.assert(
      fc.property(any, (text) => {
        const plain = toPlainText(text);
        expect(plain).not.toMatch(ACTS);
        expect(toPlainText(text, { lines: true }).replaceAll('\n', '')).not.toMatch(ACTS);
        expect(renderPlan(plan(text)).split('\n')).toHaveLength(1);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes a time that grows with its length only', () => {
    const worst = ['\u001B]', '\u001B[1;', '\u0301', '\u{1F3F4}', '\uD800', 'e\u0301\u200D'];
    const start = performance.now();
    for (const piece of worst) toPlainText(piece.repeat(100_000));
    // Far more than it takes, and far less than it would if it grew with the square.
    expect(performance.now() - start).toBeLessThan(15_000);
  });
});

describe('text that needs its invisible characters', () => {
  it.each([
    ['an emoji family', '👨‍👩‍👧‍👦'],
    ['an emoji with a skin tone and a profession', '👩🏽‍🚀'],
    ['a rainbow flag', '🏳️‍🌈'],
    ['the flag of a country and of a region', '🇫🇷 🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
    ['a sign in its emoji and its text form', '⚠️ ⚠︎ 1️⃣'],
    ['Persian', 'می‌خواهم'],
    ['Hindi', 'क्‍ष'],
    ['Hebrew with its points', 'שָׁלוֹם'],
    ['Thai', 'ที่นี่'],
    ['a Han variant', '葛󠄀'],
    ['letters with combining marks', 'e\u0301a\u0308\u0323'],
    ['wide spaces', 'a\u3000b\u00A0c'],
  ])('keeps them: %s', (_, text) => {
    expect(toPlainText(text)).toBe(text);
  });
});

describe('running text', () => {
  it('keeps its lines, and nothing else that moves the cursor', () => {
    expect(toPlainText('a\r\n\tb\rc\u2028d\u001B[3Ae\n\n', { lines: true })).toBe(
      'a\n    b\nc\nde\n\n',
    );
  });
});
