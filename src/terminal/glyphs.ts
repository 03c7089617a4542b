import type { ShownStatus } from '../core/settled.ts';

/** The characters that the renderer itself draws. */
export interface Glyphs {
  readonly marks: Readonly<Record<ShownStatus, string>>;
  /** Before a status that is none of the kit's: it is never taken for one of them. */
  readonly unknown: string;
  readonly ellipsis: string;
}

/** Marks that every terminal draws one column wide: no emoji, and none whose width Unicode calls ambiguous. */
const UNICODE: Glyphs = {
  marks: { pending: '☐', in_progress: '▸', paused: '▹', completed: '✓' },
  unknown: '?',
  ellipsis: '…',
};

const ASCII: Glyphs = {
  marks: { pending: '[ ]', in_progress: '[~]', paused: '[-]', completed: '[x]' },
  unknown: '[?]',
  ellipsis: '...',
};

export function glyphsOf(ascii: boolean): Glyphs {
  return ascii ? ASCII : UNICODE;
}
