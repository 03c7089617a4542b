import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBlank, isWellFormed, quote } from '../../src/core/text.ts';

describe('isBlank', () => {
  test.each([
    ['nothing', ''],
    ['a space', ' '],
    ['a tab and line ends', '\t\r\n\v\f'],
    ['a no-break space', '\u00a0'],
    ['spaces of every width', '\u1680\u2000\u2003\u2009\u200a\u202f\u205f\u3000'],
    ['line and paragraph separators', '\u2028\u2029'],
    ['next line', '\u0085'],
    ['control characters', '\u0000\u0001\u001b\u007f\u009b'],
    ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
    ['marks of direction', '\u200e\u200f\u202a\u202e\u2066\u2069\u061c'],
    ['a soft hyphen', '\u00ad'],
    ['a grapheme joiner', '\u034f'],
    ['Hangul fillers', '\u115f\u1160\u3164\uffa0'],
    ['Khmer inherent vowels', '\u17b4\u17b5'],
    ['Mongolian separators', '\u180b\u180e\u180f'],
    ['variation selectors', '\ufe00\ufe0f\u{e0100}'],
    ['invisible operators', '\u2061\u2064'],
    ['tags', '\u{e0001}\u{e0041}\u{e007f}'],
    ['musical format characters', '\u{1d173}\u{1d17a}'],
    ['interlinear annotations', '\ufff9\ufffb'],
    ['the blank Braille pattern', '\u2800'],
    ['all kinds together', ' \u200b\u2800\u00ad\u3164\ufe0f\u{e0020}\n'],
  ])('%s cannot be seen', (_, text) => {
    expect(isBlank(text)).toBe(true);
  });

  test.each([
    ['a letter', 'a'],
    ['a letter among invisible ones', '\u200b\u2800a\u00ad'],
    ['a full stop', '.'],
    ['a digit', '0'],
    ['an emoji with a variation selector', '\u26a0\ufe0f'],
    ['a Braille pattern with dots', '\u2801'],
    ['a combining accent', '\u0301'],
    ['a character from a private area', '\ue000'],
  ])('%s can be seen', (_, text) => {
    expect(isBlank(text)).toBe(false);
  });

  test('whatever trims to nothing is blank', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(text.trim() !== '' || isBlank(text)).toBe(true);
      }),
    );
  });

  test('a long text takes no long time', () => {
    const text = ' \u200b'.repeat(500_000);
    expect(isBlank(text)).toBe(true);
    expect(isBlank(`${text}a`)).toBe(false);
  });
});

describe('isWellFormed', () => {
  test.each([
    ['', true],
    ['plain', true],
    ['\u{1f600}', true],
    ['\u{1f600}\u{1f600}', true],
    ['\uffff\ue000', true],
    ['\ud83d', false],
    ['\ude00', false],
    ['\ude00\ud83d', false],
    ['a\ud83d', false],
    ['\ud83da', false],
    ['\u{1f600}\ude00', false],
    ['\ud83d\u{1f600}', false],
  ])('%j: %s', (text, wellFormed) => {
    expect(isWellFormed(text)).toBe(wellFormed);
  });

  test('says what the platform says', () => {
    const units = fc.array(fc.oneof(fc.integer({ min: 0xd7fe, max: 0xe001 }), fc.nat(0xffff)));
    fc.assert(
      fc.property(units, (codes) => {
        const text = String.fromCharCode(...codes);
        // encodeURIComponent is the oldest platform function that refuses lone surrogates.
        let accepted = true;
        try {
          encodeURIComponent(text);
        } catch {
          accepted = false;
        }
        expect(isWellFormed(text)).toBe(accepted);
      }),
    );
  });
});

describe('quote', () => {
  test('puts a text between quotes and escapes what JSON escapes', () => {
    expect(quote('say "hi"\n\u001b[2J')).toBe('"say \\"hi\\"\\n\\u001b[2J"');
    expect(quote('')).toBe('""');
  });

  test('cuts a long text and says how long it is', () => {
    expect(quote('abcdef', 4)).toBe('"abcd"… (6 characters)');
    expect(quote('abcd', 4)).toBe('"abcd"');
    expect(quote('x'.repeat(81))).toBe(`"${'x'.repeat(80)}"… (81 characters)`);
  });

  test('never cuts in the middle of a character', () => {
    expect(quote('abc\u{1f600}def', 4)).toBe('"abc"… (8 characters)');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, max) => {
        expect(isWellFormed(quote(text, max))).toBe(true);
      }),
    );
  });

  test('shows a lone surrogate as an escape, so that the message is well formed', () => {
    expect(quote('a\ud83d')).toBe('"a\\ud83d"');
    expect(isWellFormed(quote('\ude00'.repeat(100), 3))).toBe(true);
  });
});
