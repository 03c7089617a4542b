import { statSync, type BigIntStats } from 'node:fs';

/** What stands at a path: which file, and in which state. */
export type Look = Pick<BigIntStats, 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'>;

/**
 * Looks at a file or folder that this process works on; `null` when it no longer stands at this path.
 *
 * Asked around every write, where a way through the thread pool would cost more than the question: what is open is in
 * memory, and so is its name.
 */
export function lookAt(path: string): Look | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
}

/** Whether nothing happened to a file between two looks, and no other one took its place. */
export function isSameLook(a: Look | null, b: Look | null): boolean {
  if (a === null || b === null) return a === b;
  return a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs;
}
