import { encode } from 'gpt-tokenizer/encoding/o200k_base';

const counted = new Map<string, readonly number[]>();

/** The tokens of a text as o200k cuts it; each text is cut once. */
export function tokensOf(text: string): readonly number[] {
  const known = counted.get(text);
  if (known !== undefined) return known;
  const tokens = encode(text);
  counted.set(text, tokens);
  return tokens;
}

export function countTokens(text: string): number {
  return tokensOf(text).length;
}

/** How many tokens two texts have in common from their beginning. */
export function commonTokens(a: string, b: string): number {
  const [first, second] = [tokensOf(a), tokensOf(b)];
  const differs = first.findIndex((token, i) => token !== second[i]);
  return differs === -1 ? first.length : differs;
}
