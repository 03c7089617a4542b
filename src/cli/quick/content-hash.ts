import { Buffer } from 'node:buffer';
import { isWellFormed } from '../../core/text.ts';
import { isPlain, viewOf } from './json-bytes.ts';

/*
 * The hash of a content is that of the UTF-8 bytes of its normal form, by which tasks are the same or not: four at a
 * time as long as these are plain ASCII, then one by one. The quick reader takes the bytes from the line, without a
 * string of them, where a text is in normal form for certain.
 */
export const mix = (hash: number, bytes: number) => (((hash << 5) + hash) | 0) ^ bytes;

/** Contents that differ in their last letters only would lie side by side. */
export const spread = (hash: number) => {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
};

const QUOTE = 0x22;
/** Filled anew with each content: one of its own would cost more than the hash. */
let bytes: Buffer = Buffer.alloc(16 * 1024);

/** The hash of a content that is there as a string. */
export function hashOf(content: string): number {
  const normal = content.normalize('NFC');
  // No bytes tell two lone surrogates apart. JSON does, and the quick reader never reads one.
  const text = isWellFormed(normal) ? normal : JSON.stringify(normal);
  const needed = text.length * 3 + 4;
  if (needed > bytes.length) bytes = Buffer.alloc(needed);
  const length = bytes.write(text);
  bytes.fill(QUOTE, length, length + 4); // as in a line, so that the steps end at the same place
  const view = viewOf(bytes);
  let hash = 0;
  let at = 0;
  for (; at < length; at += 4) {
    const four = view.getInt32(bytes.byteOffset + at, true);
    if (!isPlain(four)) break;
    hash = mix(hash, four);
  }
  for (; at < length; at += 1) hash = mix(hash, bytes[at] as number); // below the length
  return spread(hash);
}
