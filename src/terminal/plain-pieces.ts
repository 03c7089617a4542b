import { charactersOf } from './display-width.ts';
import { toPlainText } from './plain-text.ts';

/**
 * The end of a piece that only the next one explains: half a character, a joiner, the first letters of a flag, a `\r`
 * that may begin a line end, or an escape sequence that is not over.
 */
const UNDECIDED = new RegExp(
  [
    String.raw`(?:[\u200C\u200D]|[\u{E0030}-\u{E007A}]{1,8})[\uD800-\uDBFF]?`,
    String.raw`[\uD800-\uDBFF]`,
    String.raw`\r`,
    String.raw`\x1B[ -\/]*`,
    String.raw`(?:\x1B\[|\x9B)[0-?]*[ -\/]*`,
    String.raw`(?:\x1B[\]PX^_]|[\x90\x98\x9D-\x9F])[^\p{Cc}]*\x1B?`,
  ]
    .map((end) => `(?:${end})$`)
    .join('|'),
  'u',
);

/** No sequence of an honest program is longer: the text must not wait for the end of one that never ends. */
const MAX_HELD = 4_096;
/** Longer than what any character needs to be told whole. */
const MAX_CHARACTER = 64;

/** Makes the pieces of a running text plain, so that together they are what the whole text would be. */
export function plainPieces(): PlainPieces {
  let held = '';
  /** The last character that was decided, as it came: marks and joiners that follow belong to it. */
  let last = '';
  const take = (text: string): string => {
    const before = toPlainText(last, { lines: true });
    const plain = toPlainText(last + text, { lines: true });
    last = lastCharacter(last + text);
    return plain.startsWith(before)
      ? plain.slice(before.length)
      : toPlainText(text, { lines: true });
  };
  return {
    next(piece) {
      const text = held + piece;
      const undecided = UNDECIDED.exec(text)?.[0] ?? '';
      held = undecided.length > MAX_HELD ? '' : undecided;
      return take(text.slice(0, text.length - held.length));
    },
    rest() {
      const text = held;
      held = '';
      const added = take(text);
      last = '';
      return added;
    },
  };
}

export interface PlainPieces {
  /** The plain form of what this piece decides. */
  next(piece: string): string;
  /** The plain form of what was still undecided: nothing follows it. */
  rest(): string;
}

function lastCharacter(text: string): string {
  // From the end of it on, but not from the middle of a surrogate pair.
  const end = text.slice(-MAX_CHARACTER).replace(/^[\uDC00-\uDFFF]/, '');
  return [...charactersOf(end)].at(-1) ?? '';
}
