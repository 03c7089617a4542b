import type { FileHandle } from 'node:fs/promises';
import { FIRST_BLOCK, type ReadAt } from './scan-lines.ts';

/** Reads from the file itself each time. */
export function readAtOf(file: FileHandle): ReadAt {
  return async (at, length) => {
    const buffer = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await file.read(buffer, filled, length - filled, at + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  };
}

/**
 * Fetches the first and the last block of a file at once, where nearly every read finds what it needs: the header, and
 * the last events.
 */
export async function prefetchEnds(file: FileHandle, size: number): Promise<ReadAt> {
  const readAt = readAtOf(file);
  const length = Math.min(FIRST_BLOCK, size);
  const lastAt = size - length;
  const [first, last] = await Promise.all([
    readAt(0, length),
    lastAt === 0 ? null : readAt(lastAt, length),
  ]);
  const blocks = [{ start: 0, bytes: first }, ...(last ? [{ start: lastAt, bytes: last }] : [])];
  return async (at, wanted) => {
    for (const { start, bytes } of blocks) {
      if (at >= start && at + wanted <= start + bytes.length) {
        return bytes.subarray(at - start, at - start + wanted);
      }
    }
    return await readAt(at, wanted);
  };
}
