import { readdir, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  abandon,
  createTicket,
  dropTicket,
  findLock,
  isTicket,
  linkTicket,
  LOCK_NAME,
  replaceWithTicket,
  type Ticket,
  type Watched,
} from './lock-file.ts';
import { isUnfinishedName } from './session-paths.ts';

/** A sign of life for those who cannot look this process up. */
const HEARTBEAT_MS = 1_000;
const LONGEST_PAUSE_MS = 8;

/** The right to write to one session, until it is released. */
export interface SessionLock {
  /**
   * The owner before may still run, somewhere where it cannot be looked up. Whatever it still writes must not reach the
   * log: write into a copy that takes the log's place.
   */
  readonly isDoubtful: boolean;
  /** The owner before died and may have left files behind. */
  readonly wasTaken: boolean;
  /** Whether the lock is still ours. An owner that paused for long may have lost it to another process. */
  isOurs(): Promise<boolean>;
  /** Whether other processes wait for it. */
  isWanted(): Promise<boolean>;
  release(): Promise<void>;
}

export interface AcquireOptions {
  readonly signal: AbortSignal;
  /** Runs whenever somebody else is found to hold it. */
  readonly onLockedOut?: () => void;
}

interface Taken {
  readonly ticket: Ticket;
  readonly isDoubtful: boolean;
  readonly wasTaken: boolean;
}

/**
 * Waits for the lock of a session, until `signal` aborts. Fails with ENOENT when the session's folder is not there.
 *
 * A lock is a file that appears with its whole content. One whose owner died is replaced by a rename, and only by the
 * process that holds a second lock which is named after the dead lock: of many that see the same dead owner one may act,
 * and once it has acted the others find another lock than the one they judged. The second lock is taken in the same way,
 * so a process that dies in the middle of this stops nobody either.
 */
export async function acquireLock(
  directory: string,
  { signal, onLockedOut }: AcquireOptions,
): Promise<SessionLock> {
  const path = join(directory, LOCK_NAME);
  const ticket = await createTicket(directory);
  const watched: Watched = { mark: '', since: 0 };
  try {
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      signal.throwIfAborted();
      const taken = await tryLock(ticket, path, directory, watched);
      if (taken !== null) return heldLock(directory, path, taken);
      onLockedOut?.();
      await sleep(pause * (0.5 + Math.random()), undefined, { signal });
    }
  } catch (error) {
    await dropTicket(ticket);
    throw error;
  }
}

async function tryLock(
  ticket: Ticket,
  path: string,
  directory: string,
  watched: Watched,
): Promise<Taken | null> {
  const linked = await linkTicket(ticket, path);
  if (linked !== null) return { ticket: linked, isDoubtful: false, wasTaken: false };
  const found = await findLock(path, watched);
  if (found === null || found.state === 'held') return null;

  const second = join(directory, `${LOCK_NAME}.${found.key}`);
  const secondTicket = await createTicket(directory);
  let guard: Taken | null = null;
  try {
    guard = await tryLock(secondTicket, second, directory, { mark: '', since: 0 });
    if (guard === null) return null;
    const again = await findLock(path, watched);
    if (again?.key !== found.key) return null;
    await replaceWithTicket(ticket, path);
    return {
      ticket,
      isDoubtful: found.state === 'silent' || guard.isDoubtful,
      wasTaken: true,
    };
  } finally {
    if (guard !== null) await unlink(second).catch(() => {});
    await dropTicket(guard?.ticket ?? secondTicket);
  }
}

function heldLock(
  directory: string,
  path: string,
  { ticket, isDoubtful, wasTaken }: Taken,
): SessionLock {
  // After a link the ticket's own name is left over; after a rename there is none.
  const cleared = unlink(ticket.path).catch(() => {});
  const heartbeat = setInterval(() => {
    const now = new Date();
    void utimes(path, now, now).catch(() => {});
  }, HEARTBEAT_MS);
  heartbeat.unref();
  const isOurs = () => isTicket(ticket, path);
  return {
    isDoubtful,
    wasTaken,
    isOurs,
    async isWanted() {
      const names = await readdir(directory).catch(() => []);
      return names.some(isTicketName);
    },
    async release() {
      clearInterval(heartbeat);
      await cleared;
      await giveUp(ticket, path);
      await ticket.handle.close().catch(() => {});
    },
  };
}

/** Removes our lock, and never that of somebody who took ours over. */
async function giveUp(ticket: Ticket, path: string): Promise<void> {
  try {
    if (await isTicket(ticket, path)) await unlink(path);
    // A folder that was moved away took the lock along, and may come back with it.
    else if ((await ticket.handle.stat()).nlink > 0) await abandon(ticket);
  } catch {
    await abandon(ticket);
  }
}

/**
 * Removes what dead processes left in a session's folder. Only for the owner of the lock.
 *
 * A second lock that is named after another lock than ours is of no use to anybody: its owner will find that the lock it
 * judged is no longer there.
 */
export async function sweep(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    if (isUnfinishedName(name) || isSecondName(name)) await unlink(path).catch(() => {});
    if (!isTicketName(name)) continue;
    const found = await findLock(path, { mark: '', since: 0 }).catch(() => null);
    if (found !== null && found.state !== 'held') await unlink(path).catch(() => {});
  }
}

function isTicketName(name: string): boolean {
  return /^lock\.[0-9a-f]{24}\.new$/.test(name);
}

function isSecondName(name: string): boolean {
  return /^lock\.(?:[0-9a-f]{24}|\d+-\d+)$/.test(name);
}
