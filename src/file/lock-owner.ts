import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { threadId } from 'node:worker_threads';
import { isRecord } from '../core/event.ts';

/** Who holds a lock, as it stands in the lock file. */
export interface LockOwner {
  /** Random, for each lock file that was ever made. */
  readonly token: string;
  readonly pid: number;
  /** When the process started: a process that got the id of a dead one has another start. `null`: not known. */
  readonly start: string | null;
  readonly thread: number;
  /** The machine, its boot and its process ids: only where all agree can a process id be looked up. */
  readonly place: string;
}

/**
 * `alive` and `dead` are certain. `unknown`: the owner cannot be looked up from here (another container or machine,
 * a system without /proc, a thread), so only its heartbeat tells.
 */
export type OwnerState = 'alive' | 'dead' | 'unknown';

let self: Promise<Omit<LockOwner, 'token'>> | undefined;

/** This process, as the owner of a lock. */
export function thisOwner(): Promise<Omit<LockOwner, 'token'>> {
  return (self ??= describeSelf());
}

/** Reads the content of a lock file; `null` for anything that is not one as a whole. */
export function parseOwner(text: string): LockOwner | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  const { token, pid, start, thread, place } = value;
  // The token becomes part of a file name, the process id is looked up: nothing else may stand there.
  const isOwner =
    typeof token === 'string' &&
    /^[0-9a-f]{24}$/.test(token) &&
    typeof pid === 'number' &&
    Number.isSafeInteger(pid) &&
    pid > 0 &&
    (start === null || typeof start === 'string') &&
    typeof thread === 'number' &&
    typeof place === 'string';
  return isOwner ? { token, pid, start, thread, place } : null;
}

/** Whether the owner of a lock still runs. */
export async function ownerState(owner: LockOwner): Promise<OwnerState> {
  const me = await thisOwner();
  if (owner.place !== me.place) return 'unknown';
  if (!isRunning(owner.pid)) return 'dead';
  const found = await readProcess(String(owner.pid));
  if (found === null || owner.start === null) return 'unknown';
  if (found.start !== owner.start || found.isZombie) return 'dead';
  // A thread of this process may have been terminated, and nothing tells whether it was.
  return owner.pid === me.pid && owner.thread !== me.thread ? 'unknown' : 'alive';
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

async function describeSelf(): Promise<Omit<LockOwner, 'token'>> {
  const [boot, pids, found] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
    readProcess('self'),
  ]);
  return {
    pid: process.pid,
    start: found?.start ?? null,
    thread: threadId,
    place: [process.platform, hostname(), boot.trim(), pids].join(' '),
  };
}

/** Reads /proc/<pid>/stat, where there is one. */
async function readProcess(pid: string): Promise<{ start: string; isZombie: boolean } | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The name of the program stands in parentheses and may hold any character, so count from its end.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  const start = fields[19];
  if (start === undefined || state === undefined) return null;
  return { start, isZombie: state === 'Z' || state === 'X' };
}
