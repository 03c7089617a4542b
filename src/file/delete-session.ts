import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenSession } from './open-session.ts';
import { assertSound } from './repair-session.ts';
import { isSetAsideName, isUnfinishedName } from './session-paths.ts';
import { syncDirectory } from './sync-directory.ts';

/**
 * Removes a session and everything that was set aside from it. Runs under the session's lock.
 *
 * Stops on damage and on a log of a newer version: what cannot be read as a whole is not destroyed by the way.
 */
export async function deleteSession(
  session: OpenSession | null,
  { sessionId, durability }: { readonly sessionId: string; readonly durability: 'disk' | 'os' },
): Promise<void> {
  if (session === null) return;
  const { directory, log } = session.paths;
  if (session.file !== null) await assertSound(session.file, sessionId);
  // The log goes last, so that a process that dies in the middle leaves a session that can be deleted again.
  for (const name of await readdir(directory)) {
    if (isSetAsideName(name) || isUnfinishedName(name)) await unlink(join(directory, name));
  }
  if (session.file !== null) {
    await unlink(log);
    await session.file.close();
    session.file = null;
  }
  if (durability === 'disk') await syncDirectory(directory);
}
