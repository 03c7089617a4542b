import { join } from 'node:path';
import { sessionName } from './session-name.ts';

/** Where one session lies. */
export interface SessionPaths {
  readonly root: string;
  readonly directory: string;
  readonly log: string;
}

export const LOG_NAME = 'events.jsonl';

/** Nobody but the owner of the process may look into the sessions. */
export const DIRECTORY_MODE = 0o700;
export const FILE_MODE = 0o600;

export function sessionPaths(root: string, sessionId: string): SessionPaths {
  return pathsOfName(root, sessionName(sessionId));
}

export function pathsOfName(root: string, name: string): SessionPaths {
  const directory = join(root, name);
  return { root, directory, log: join(directory, LOG_NAME) };
}

/** A log that is being written and is not yet one; whoever holds the lock may remove those that a crash left. */
export function unfinishedName(token: string): string {
  return `events.${token}.tmp`;
}

/** The end of an append that never became whole, cut off by the next writer. */
export function tornName(byte: number, token: string): string {
  return `events.torn-${byte}-${token}.part`;
}

/** A damaged log as it was before it was repaired. */
export function damagedName(token: string): string {
  return `events.damaged-${token}.jsonl`;
}

export function isUnfinishedName(name: string): boolean {
  return /^events\.[0-9a-f]+\.tmp$/.test(name);
}

export function isSetAsideName(name: string): boolean {
  return /^events\.(?:torn-\d+-[0-9a-f]+\.part|damaged-[0-9a-f]+\.jsonl)$/.test(name);
}
