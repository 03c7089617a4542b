import { isErrno } from './io-error.ts';
import { lookAt } from './look-at.ts';
import { refuseStrangeFolder } from './not-a-file.ts';
import { openSession, type OpenSession, type SyncedLogs } from './open-session.ts';
import type { StoreRoot } from './root.ts';
import { acquireLock } from './session-lock.ts';
import type { SessionPaths } from './session-paths.ts';

export interface HoldOptions {
  readonly paths: SessionPaths;
  readonly durability: 'disk' | 'os';
  readonly root: StoreRoot;
  readonly synced: SyncedLogs;
  /** Ends the wait for the lock. */
  readonly signal: AbortSignal;
  /** Whether the session may be created where there is none; asked when it is known that there is none. */
  readonly mayCreate: () => boolean;
  /** Runs when somebody else is found to hold the lock. */
  readonly onLockedOut: () => void;
}

/** Takes the lock of a session and opens it. `absent`: it has no folder, and none is wanted. */
export async function holdSession(
  options: HoldOptions,
): Promise<OpenSession | 'absent' | 'given up'> {
  const { paths, root, signal, mayCreate, onLockedOut } = options;
  for (;;) {
    let lock;
    try {
      lock = await acquireLock(paths.directory, { signal, onLockedOut });
    } catch (error) {
      if (signal.aborted) return 'given up';
      if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw error;
      await refuseStrangeFolder(paths.directory);
      if (!isErrno(error, 'ENOENT')) throw error;
      await root.assertThere();
      // Another process may have taken us for dead and cleared our ticket away: then we just come again.
      if (lookAt(paths.directory) !== null) continue;
      if (!mayCreate()) return 'absent';
      await root.makeSession(paths);
      continue;
    }
    root.seen();
    try {
      const session = await openSession({ ...options, lock });
      if (session !== null) return session;
    } catch (error) {
      await lock.release();
      throw error;
    }
    await lock.release();
  }
}
