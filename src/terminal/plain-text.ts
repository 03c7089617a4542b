import { assertOptions, assertString } from '../core/argument.ts';

// Escape sequences, as ECMA-48 and xterm know them, in their 7-bit and 8-bit forms.
const CONTROL_STRING = String.raw`(?:\x1B[\]PX^_]|[\x90\x98\x9D-\x9F])[^\p{Cc}]*(?<terminator>\x07|\x1B\\|\x9C)?`;
const CONTROL_SEQUENCE = String.raw`(?:\x1B\[|\x9B)[0-?]*[ -\/]*[@-~]?`;
const ESCAPE = String.raw`\x1B[ -\/]*[0-~]?`;

// Invisible characters that a text needs where they stand, and that do nothing elsewhere.
const NEEDED = [
  String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,8}\u{E007F}`, // flags of regions
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`, // families
  String.raw`(?<=[\p{M}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}])[\u200C\u200D]`, // joined scripts
  String.raw`(?<=[\p{L}\p{N}\p{P}\p{S}])[\uFE00-\uFE0F]`, // text or emoji form
  String.raw`(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180B-\u180D\u180F]`,
].join('|');

const LINE_ENDS = String.raw`(?:\r\n|[\n\r\v\f\x85\u2028\u2029])+`;
const LONE_SURROGATE = String.raw`[\uD800-\uDFFF]`;
// Marks piled up beyond what any script needs: they would paint over the lines above and below.
const MAX_MARKS = 16;
const PILE = String.raw`\p{M}{${MAX_MARKS + 1},}`;
// Format characters but for the few that are drawn, and everything that is to be ignored.
const UNSEEN = String.raw`\p{Cc}|(?![\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}])\p{Cf}|\p{Default_Ignorable_Code_Point}`;

const SPECIAL = new RegExp(
  `(?<string>${CONTROL_STRING})|${CONTROL_SEQUENCE}|${ESCAPE}|(?<needed>${NEEDED})|(?<ends>${LINE_ENDS})|(?<tab>\\t)|(?<half>${LONE_SURROGATE})|(?<pile>${PILE})|${UNSEEN}`,
  'gu',
);

/** The groups of `SPECIAL`: which kind of match it is; none of them for what is just left out. */
type Groups = Partial<
  Record<'string' | 'terminator' | 'needed' | 'ends' | 'tab' | 'half' | 'pile', string>
>;

/**
 * Text that nobody vouches for, made safe to print: no character of it can act on a terminal, and what can be seen of
 * it stays as it is.
 *
 * - Escape sequences are left out whole. One that never ends would swallow what follows it: it is left out up to the
 *   next control character, and U+FFFD shows that something is missing.
 * - Other control characters, bidirectional controls and invisible characters are left out, but for joiners and
 *   variation selectors where emoji and scripts need them. Of marks on one letter the first 16 stay.
 * - Lone surrogates become U+FFFD. Ends of lines and tabs become a space.
 *
 * For display only: store and compare the original.
 *
 * @param options.lines keeps ends of lines, all as `\n`, for running text. Default false: the result is one line.
 */
export function toPlainText(
  text: string,
  options: { readonly lines?: boolean | undefined } = {},
): string {
  assertString('text', text);
  assertOptions(options);
  const { lines = false } = options;
  if (!/[^ -~]/.test(text)) return text;
  return text.replaceAll(SPECIAL, (match: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Groups; // named groups come last
    if (groups.needed !== undefined) return match;
    if (groups.half !== undefined) return '\uFFFD';
    if (groups.pile !== undefined) return firstMarks(match);
    if (groups.tab !== undefined) return lines ? '    ' : ' ';
    if (groups.ends !== undefined) return lines ? match.replaceAll(/\r\n|[^\n]/g, '\n') : ' ';
    return groups.string !== undefined && groups.terminator === undefined ? '\uFFFD' : '';
  });
}

function firstMarks(pile: string): string {
  const visible = pile.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return Array.from(visible).slice(0, MAX_MARKS).join('');
}
