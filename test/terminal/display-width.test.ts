import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutToWidth, displayWidth } from '../../src/terminal/index.ts';

describe('the width of a text', () => {
  it.each([
    ['plain text', 'abc', 3],
    ['Chinese', '中文', 4],
    ['Japanese kana in full and half width', 'カｶ', 3],
    ['Korean syllables and their parts', '한글\u1112\u1161\u11ab', 6],
    ['an emoji', '🎉', 2],
    ['an emoji family', '👨‍👩‍👧‍👦', 2],
    ['an emoji with a skin tone', '👋🏽', 2],
    ['a flag', '🇫🇷', 2],
    ['a keycap', '1️⃣', 2],
    ['a warning sign as text', '⚠', 1],
    ['a warning sign as an emoji', '⚠️', 2],
    ['a letter and a combining mark', 'e\u0301', 1],
    ['the marks of the renderer', '☐▸▹✓', 4],
    ['full-width punctuation', '！', 2],
  ])('%s', (_, text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe('cutting a text to a width', () => {
  it.each([
    ['what fits as it is', 'abc', 3, 'abc'],
    ['what does not, with an ellipsis', 'abcd', 3, 'ab…'],
    ['between wide characters', '日本語', 5, '日本…'],
    ['before a wide character that half fits', '日本語', 4, '日…'],
    ['wide characters that just fit', '日本語', 6, '日本語'],
    ['never within a family', 'a👨‍👩‍👧‍👦b', 3, 'a…'],
    ['never between a letter and its marks', 'e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
    ['never between a sign and its selector', '⚠️⚠️', 3, '⚠️…'],
    ['without a space before the ellipsis', 'one two', 5, 'one…'],
    ['to the ellipsis alone', 'abc', 1, '…'],
    ['to nothing', 'abc', 0, ''],
  ])('cuts %s', (_, text, columns, cut) => {
    expect(cutToWidth(text, columns)).toBe(cut);
  });

  it('leaves out an ellipsis that does not fit', () => {
    expect(cutToWidth('abcdef', 2, '...')).toBe('ab');
    expect(cutToWidth('abcdef', 4, '...')).toBe('a...');
  });

  it('is never wider than asked, and no more than one column narrower than what was cut', () => {
    const character = fc.constantFrom('a', ' ', '日', '🎉', '👨‍👩‍👧‍👦', 'e\u0301', '⚠️', '⚠', '🇫🇷');
    fc.assert(
      fc.property(fc.array(character), fc.nat(20), (characters, columns) => {
        const text = characters.join('').replaceAll(' ', '_');
        const cut = cutToWidth(text, columns);
        expect(displayWidth(cut)).toBeLessThanOrEqual(columns);
        if (cut === text) return;
        expect(displayWidth(cut)).toBeGreaterThanOrEqual(columns - 1);
        expect(text.startsWith(cut.replace(/…$/, ''))).toBe(true);
      }),
    );
  });
});
