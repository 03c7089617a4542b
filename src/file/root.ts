import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isErrno } from './io-error.ts';
import { DIRECTORY_MODE, type SessionPaths } from './session-paths.ts';
import { syncDirectory } from './sync-directory.ts';

/** The directory that holds the sessions. */
export interface StoreRoot {
  /** Tells a session that is not there from a directory that was taken away: the latter throws. */
  assertThere(): Promise<void>;
  /** Makes the folder of a session, and the directory itself if this store has not seen it yet. */
  makeSession(paths: SessionPaths): Promise<void>;
  /** Remembers that the directory is there. */
  seen(): void;
}

export function createRoot(path: string): StoreRoot {
  let isKnown = false;
  return {
    seen() {
      isKnown = true;
    },
    async assertThere() {
      try {
        await stat(path);
        isKnown = true;
      } catch (error) {
        // Before the first session nobody has made it. Once it was there, its absence is a fault: to go on in a new
        // and empty one would look as if every session had been deleted.
        if (isKnown || !isErrno(error, 'ENOENT')) throw error;
      }
    },
    async makeSession({ directory }) {
      if (!isKnown) {
        const made = await mkdir(path, { recursive: true, mode: DIRECTORY_MODE });
        if (made !== undefined) await syncDirectory(dirname(made)).catch(ignoreDenied);
        isKnown = true;
      }
      try {
        await mkdir(directory, { mode: DIRECTORY_MODE });
      } catch (error) {
        if (!isErrno(error, 'EEXIST')) throw error;
      }
    },
  };
}

function ignoreDenied(error: unknown): void {
  // A directory above ours may be readable to nobody; its owner takes care of it.
  if (!isErrno(error, 'EACCES', 'EPERM')) throw error;
}
