import { link, open, readFile, rename, stat, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { randomId } from '../core/random-id.ts';
import { isErrno } from './io-error.ts';
import { lookAt } from './look-at.ts';
import { notAFile, refuseDeadLink } from './not-a-file.ts';
import { ownerState, parseOwner, thisOwner } from './lock-owner.ts';
import { FILE_MODE } from './session-paths.ts';

export const LOCK_NAME = 'lock';

/** How long an owner that cannot be looked up is believed without a sign of life. Its heartbeat is much faster. */
const SILENT_MS = 5_000;
/** Lock files appear with their whole content, so one that cannot be read is what a power cut left. */
const UNREADABLE_MS = 1_500;

/** What a file system without hard links answers to a link. */
export const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'] as const;

/** A file that says who we are, ready to become a lock by a link or a rename. */
export interface Ticket {
  readonly path: string;
  readonly token: string;
  /** Kept open, so that the inode number stays ours and tells our lock from any other. */
  readonly handle: FileHandle;
  readonly inode: Promise<bigint>;
}

/** A lock file that somebody made. */
export interface FoundLock {
  /** Differs for every lock file, and is safe in a file name. */
  readonly key: string;
  /** `gone`: certainly nobody holds it. `silent`: most likely so, but its owner cannot be looked up from here. */
  readonly state: 'held' | 'gone' | 'silent';
}

/** The content of a lock that nobody holds and that could not be removed. */
const FREE = '{"free":true}\n';
/** Locks of this process for which not even that could be written. */
const abandoned = new Set<string>();

/** Says of a lock that cannot be removed, or was moved away with its folder, that nobody holds it. */
export async function abandon({ handle, token }: Ticket): Promise<void> {
  abandoned.add(token);
  try {
    await handle.truncate(0);
    await handle.write(FREE, 0);
  } catch {
    // A disk that became read-only: when it no longer is, this process knows its own lock.
  }
}

/** Remembers since when a lock file looks the same, for clocks that were set and files from the future. */
export interface Watched {
  mark: string;
  since: number;
}

export async function createTicket(directory: string): Promise<Ticket> {
  const token = randomId();
  const path = join(directory, `${LOCK_NAME}.${token}.new`);
  const owner = await thisOwner();
  const handle = await open(path, 'wx', FILE_MODE);
  try {
    // On a full disk an empty lock has to do: sessions must be deleted to make room, and its heartbeat is fast enough.
    await handle.write(`${JSON.stringify({ token, ...owner })}\n`).catch(ignoreFull);
    return { path, token, handle, inode: inodeOf(handle) };
  } catch (error) {
    await dropTicket({ path, handle });
    throw error;
  }
}

/** Removes a ticket that did not become a lock. */
export async function dropTicket({ path, handle }: Pick<Ticket, 'path' | 'handle'>): Promise<void> {
  await Promise.all([unlink(path).catch(() => {}), handle.close().catch(() => {})]);
}

/** Makes the ticket the lock, unless there is one already; answers the ticket that stands there now. */
export async function linkTicket(ticket: Ticket, lock: string): Promise<Ticket | null> {
  try {
    await link(ticket.path, lock);
    return ticket;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return null;
    if (isErrno(error, ...NO_LINKS)) return await writeAnew(ticket, lock);
    throw error;
  }
}

/** Makes the ticket the lock in place of another, in one step: at no moment is there none. */
export async function replaceWithTicket(ticket: Ticket, lock: string): Promise<void> {
  await rename(ticket.path, lock);
}

/** Whether the lock is the file that this ticket became. */
export async function isTicket(ticket: Ticket, lock: string): Promise<boolean> {
  return lookAt(lock)?.ino === (await ticket.inode);
}

/** Reads a lock file and judges whether somebody still holds it; `null` when there is none. */
export async function findLock(path: string, watched: Watched): Promise<FoundLock | null> {
  let text: string;
  let info: Awaited<ReturnType<typeof statBig>>;
  try {
    info = await statBig(path);
    if (!info.isFile()) throw notAFile('The lock', await stat(path));
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
    await refuseDeadLink(path, 'The lock');
    return null;
  }
  const mark = `${info.ino}-${info.mtimeNs}`;
  if (watched.mark !== mark) Object.assign(watched, { mark, since: performance.now() });
  const age = Math.max(Date.now() - Number(info.mtimeMs), performance.now() - watched.since);

  if (text === FREE) return { key: mark, state: 'gone' };
  const owner = parseOwner(text);
  if (owner === null) return { key: mark, state: age > UNREADABLE_MS ? 'silent' : 'held' };
  const state = abandoned.has(owner.token) ? 'dead' : await ownerState(owner);
  if (state === 'dead') return { key: owner.token, state: 'gone' };
  return {
    key: owner.token,
    state: state === 'unknown' && age > SILENT_MS ? 'silent' : 'held',
  };
}

function ignoreFull(error: unknown): void {
  if (!isErrno(error, 'ENOSPC', 'EDQUOT')) throw error;
}

/** For file systems without hard links: the lock is empty for a moment, and waiters give it that moment. */
async function writeAnew(ticket: Ticket, lock: string): Promise<Ticket | null> {
  const text = await readFile(ticket.path);
  let handle: FileHandle;
  try {
    handle = await open(lock, 'wx', FILE_MODE);
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return null;
    throw error;
  }
  await handle.write(text);
  await ticket.handle.close();
  return { ...ticket, handle, inode: inodeOf(handle) };
}

/** Asked for at once and needed later: the lock is taken in the meantime. */
function inodeOf(handle: FileHandle): Promise<bigint> {
  const inode = handle.stat({ bigint: true }).then(({ ino }) => ino);
  inode.catch(() => {}); // whoever needs it is told
  return inode;
}

function statBig(path: string) {
  return stat(path, { bigint: true });
}
