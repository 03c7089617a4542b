import { rmdir, type FileHandle } from 'node:fs/promises';
import type { SessionHeader } from '../core/event.ts';
import { readChanges, type LeftLog } from './left-logs.ts';
import { BadLine, readEnd } from './log-end.ts';
import { readHead } from './log-head.ts';
import { isSameLook, lookAt, type Look } from './look-at.ts';
import { prefetchEnds, readAtOf } from './read-at.ts';
import { damageAt } from './read-log.ts';
import { sweep, type SessionLock } from './session-lock.ts';
import type { SessionPaths } from './session-paths.ts';
import { syncDirectory } from './sync-directory.ts';
import { openForAppend, replaceByCopy } from './write-log.ts';

/** A session whose lock we hold. */
export interface OpenSession {
  readonly paths: SessionPaths;
  readonly lock: SessionLock;
  /** The log, open at its end; `null` when there is no file. */
  file: FileHandle | null;
  /** Tells that file from any other that comes to stand in its place. */
  inode: bigint | null;
  /** The length of the file when it was opened. */
  readonly size: number;
  /** The log as this process left it the last time. */
  readonly left: LeftLog | undefined;
  /** Absent until `readEnds`, and where something unknown was written. */
  ends?: SessionEnds;
  /** How the log looked when it was opened, or after our last write. */
  look: Look | null;
}

/** What an append builds upon. */
export interface SessionEnds {
  /** `null` when the session does not exist. */
  readonly header: SessionHeader | null;
  readonly version: number;
  /** The id of the last event. */
  readonly lastId: string | undefined;
  /** The offset of the first event. */
  readonly start: number;
  /** The offset behind the last event. */
  readonly end: number;
  /** The length of the file: what lies behind `end` is torn. */
  readonly size: number;
}

export interface OpenOptions {
  readonly paths: SessionPaths;
  readonly lock: SessionLock;
  readonly durability: 'disk' | 'os';
  /** The logs whose names this store knows to be durable, by inode. */
  readonly synced: SyncedLogs;
}

/** What a store remembers of the sessions that it wrote to. */
export interface SyncedLogs {
  /** Whether the name of this log is known to be durable. */
  has(directory: string, inode: bigint): boolean;
  add(directory: string, inode: bigint): void;
  /** A sync failed: the system may take the data for written from now on, although it never reached the disk. */
  doubt(directory: string): void;
  isDoubted(directory: string): boolean;
  /** How the log was left the last time, if that is known. */
  leftAs(directory: string): LeftLog | undefined;
  leave(directory: string, log: LeftLog): void;
}

/** Opens the log of a session for writing; `null` when the lock was lost in the meantime. */
export async function openSession(options: OpenOptions): Promise<OpenSession | null> {
  const { paths, lock, durability, synced } = options;
  let file = await openForAppend(paths.log);
  try {
    // A file that was opened while the lock was ours is not one that a new owner has put there since.
    let [isOurs, info] = await Promise.all([lock.isOurs(), file?.stat({ bigint: true })]);
    if (!isOurs) {
      await file?.close();
      return null;
    }
    if (lock.wasTaken) await sweep(paths.directory);
    if (file !== null && (lock.isDoubtful || synced.isDoubted(paths.directory))) {
      await replaceByCopy(paths);
      await file.close();
      file = await openForAppend(paths.log);
      info = await file?.stat({ bigint: true });
    }
    const left = synced.leftAs(paths.directory);
    if (info === undefined) return { paths, lock, file, inode: null, left, look: null, size: 0 };
    const { ino: inode } = info;
    if (!synced.has(paths.directory, inode)) {
      if (!lock.wasTaken) await sweep(paths.directory);
      // Whoever made the log may have died before its name was durable.
      if (durability === 'disk') await syncNames(paths);
      synced.add(paths.directory, inode);
    }
    return { paths, lock, file, inode, left, look: info, size: Number(info.size) };
  } catch (error) {
    await file?.close().catch(() => {});
    throw error;
  }
}

/**
 * Reads the header and the last events of an open session.
 *
 * They are read anew each time the lock was taken, since others may have written in between.
 */
export async function readEnds(
  { file, size, left, look }: OpenSession,
  sessionId: string,
): Promise<SessionEnds> {
  const none = { header: null, version: 0, lastId: undefined, start: 0, end: 0, size };
  if (file === null) return none;
  try {
    const readAt = await prefetchEnds(file, size);
    const head = await readHead(readAt, { size, sessionId });
    if (head === null) return none;
    const { version, end, events } = await readEnd(readAt, { start: head.start, size, limit: 1 });
    if (look !== null) await readChanges(readAtOf(file), left, { look, ...head, version, end });
    return { ...head, version, lastId: events.at(-1)?.event.id, end, size };
  } catch (error) {
    throw error instanceof BadLine ? await damageAt(readAtOf(file), sessionId, error) : error;
  }
}

/** Whether nobody touched the log since we last read or wrote it. A person may, whatever the lock says. */
export function isUntouched({ paths, look }: OpenSession): boolean {
  return isSameLook(lookAt(paths.log), look);
}

/** Gives the session back, and removes its folder when there is nothing in it. */
export async function closeSession(session: OpenSession, synced: SyncedLogs): Promise<void> {
  const { paths, lock, file, ends, look } = session;
  if (ends?.header && look !== null) synced.leave(paths.directory, { look, ...ends });
  await file?.close().catch(() => {});
  await lock.release();
  if (file === null) await rmdir(paths.directory).catch(() => {});
}

/** Makes the names of a session's folder and log durable. */
export async function syncNames({ directory, root }: SessionPaths): Promise<void> {
  await Promise.all([syncDirectory(directory), syncDirectory(root)]);
}

export function createSyncedLogs(limit = 10_000): SyncedLogs {
  const inodes = new Map<string, bigint>();
  const doubted = new Set<string>();
  const left = new Map<string, LeftLog>();
  return {
    has: (directory, inode) => inodes.get(directory) === inode,
    add(directory, inode) {
      doubted.delete(directory);
      inodes.delete(directory);
      inodes.set(directory, inode);
      const [oldest] = inodes.keys();
      if (inodes.size > limit && oldest !== undefined) inodes.delete(oldest);
    },
    doubt(directory) {
      inodes.delete(directory);
      doubted.add(directory);
    },
    isDoubted: (directory) => doubted.has(directory),
    leftAs: (directory) => left.get(directory),
    leave(directory, { look, version, end }) {
      left.delete(directory);
      left.set(directory, { look, version, end });
      const [oldest] = left.keys();
      if (left.size > limit && oldest !== undefined) left.delete(oldest);
    },
  };
}
