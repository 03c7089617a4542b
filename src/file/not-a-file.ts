import type { Stats } from 'node:fs';
import { lstat, stat } from 'node:fs/promises';
import { TodoError } from '../core/errors.ts';

type Kind = Pick<
  Stats,
  'isFIFO' | 'isSocket' | 'isDirectory' | 'isSymbolicLink' | 'isFile' | 'isBlockDevice'
>;

/** What stands where a session has a file or a folder of its own. Nobody reads from it, or waits for it. */
export function notAFile(what: string, found: Kind): TodoError {
  return new TodoError(
    'store_failed',
    `${what} of this session is ${kindOf(found)}. Nothing was changed; put it away, and the session can be used again.`,
  );
}

/** Throws for a link that leads nowhere: what opens it finds nothing there, and what creates it finds it taken. */
export async function refuseDeadLink(path: string, what: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found?.isSymbolicLink()) throw notAFile(what, found);
}

/** Throws for what stands where a session has its folder and is none. */
export async function refuseStrangeFolder(directory: string): Promise<void> {
  const found = await stat(directory).catch(() => lstat(directory).catch(() => null));
  if (found !== null && !found.isDirectory()) throw notAFile('The folder', found);
}

function kindOf(found: Kind): string {
  if (found.isFIFO()) return 'a named pipe';
  if (found.isSocket()) return 'a socket';
  if (found.isDirectory()) return 'a folder';
  if (found.isSymbolicLink()) return 'a link that leads nowhere';
  return found.isFile() ? 'a file' : 'a device';
}
