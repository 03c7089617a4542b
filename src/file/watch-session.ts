import { existsSync, watch, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { createHintQueue, type HintQueue } from '../store/hint-queue.ts';
import { LOG_NAME, type SessionPaths } from './session-paths.ts';

/** How often a watched session is looked at: notifications can be lost, and not every system gives them. */
const POLL_MS = 2_000;
/** While there is not even a directory that could be watched. */
const POLL_UNWATCHED_MS = 200;

/** The followers of one process: they share one watcher for each session. */
export interface WatchHub {
  watch(paths: SessionPaths, signal: AbortSignal | undefined): HintQueue;
  /** Tells the followers of a session at once of a change that this process made. */
  notify(directory: string): void;
  close(): void;
}

interface Watched {
  readonly queues: Set<HintQueue>;
  readonly stop: () => void;
}

export function createWatchHub(): WatchHub {
  const sessions = new Map<string, Watched>();
  const notify = (directory: string) => {
    for (const queue of sessions.get(directory)?.queues ?? []) queue.push();
  };
  return {
    notify,
    watch(paths, signal) {
      const { directory } = paths;
      const queue = createHintQueue({
        signal,
        onClose() {
          const watched = sessions.get(directory);
          watched?.queues.delete(queue);
          if (watched?.queues.size !== 0) return;
          sessions.delete(directory);
          watched.stop();
        },
      });
      if (queue.closed) return queue;
      let watched = sessions.get(directory);
      if (watched === undefined) {
        watched = { queues: new Set(), stop: watchLog(paths, () => notify(directory)) };
        sessions.set(directory, watched);
      }
      watched.queues.add(queue);
      return queue;
    },
    close() {
      // A queue that closes takes itself out of what is gone through here, and nothing else.
      for (const { queues } of sessions.values()) for (const queue of queues) queue.close();
    },
  };
}

/** Calls back whenever a log may have changed, until it is stopped. */
function watchLog({ root, directory, log }: SessionPaths, onHint: () => void): () => void {
  const name = basename(directory);
  let watcher: FSWatcher | undefined;
  let isOnSession = false;
  let isStopped = false;
  let seen = '';
  let watched = 0;

  /** A change that was told; what it led to is not known, so the next poll tells it once more. */
  const hint = () => {
    seen = 'changed';
    onHint();
  };
  const listen = (path: string, onEvent: (file: string | null) => void): FSWatcher | undefined => {
    // A watch that fails to start is never freed by the runtime, so do not even try.
    if (!existsSync(path)) return undefined;
    try {
      const made = watch(path, (_, file) => onEvent(file));
      // Watchers are limited, and a folder can go away: the poll takes over, and tries again.
      made.on('error', () => {
        made.close();
        if (watcher === made) watcher = undefined;
      });
      return made;
    } catch {
      return undefined;
    }
  };
  const arm = () => {
    watcher?.close();
    if (isStopped) return;
    watcher = listen(directory, (file) => {
      if (file === null || file === LOG_NAME) hint();
      else if (file === name) changeFolder(); // the folder itself was removed
    });
    isOnSession = watcher !== undefined;
    watcher ??= listen(root, (file) => {
      if (file === null || file === name) changeFolder();
    });
  };
  const changeFolder = () => {
    arm();
    hint();
  };
  const poll = async () => {
    const [folder, file] = await Promise.all([markOf(directory), markOf(log)]);
    if (isStopped) return;
    const now = `${folder.inode} ${file.inode} ${file.size} ${file.mtimeMs}`;
    const isElsewhere = watcher === undefined || isOnSession !== (folder.inode !== 0);
    const wasReplaced = seen !== '' && folder.inode !== watched;
    watched = folder.inode;
    if (isElsewhere || wasReplaced) arm();
    if (seen !== '' && seen !== now) onHint();
    // Between the look and the new watcher more may have happened.
    seen = (isElsewhere || wasReplaced) && watcher !== undefined ? 'changed' : now;
    const isUnwatched = watcher === undefined && folder.inode === 0;
    timer = setTimeout(poll, isUnwatched ? POLL_UNWATCHED_MS : POLL_MS);
  };

  arm();
  let timer = setTimeout(poll, 0);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    watcher?.close();
  };
}

async function markOf(path: string): Promise<{ inode: number; size: number; mtimeMs: number }> {
  try {
    const { ino, size, mtimeMs } = await stat(path);
    return { inode: ino, size, mtimeMs };
  } catch {
    return { inode: 0, size: 0, mtimeMs: 0 };
  }
}
