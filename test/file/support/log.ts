import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sessionPaths } from '../../../src/file/session-paths.ts';
import { checkSession } from '../../../src/index.ts';
import type { NewSessionEvent, SessionStore } from '../../../src/index.ts';

export const SESSION = 'session';

/** An event that says which one it is. */
export function event(n: number, pad = ''): NewSessionEvent {
  return { time: 1_764_520_000_000 + n, type: 'test/note', id: `event ${n}`, data: { n, pad } };
}

export function logOf(root: string, sessionId = SESSION): string {
  return sessionPaths(root, sessionId).log;
}

export function folderOf(root: string, sessionId = SESSION): string {
  return sessionPaths(root, sessionId).directory;
}

/** A digest of all files but the locks, which go a moment after the append that needed them, to see any change. */
export async function digestOf(root: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => pathOf(a).localeCompare(pathOf(b)))) {
    if (entry.name.startsWith('lock')) continue;
    hash.update(`${pathOf(entry)}\n`);
    if (entry.isFile()) hash.update(await readFile(pathOf(entry)));
  }
  return hash.digest('hex');
}

/** What the numbers in a session's events are, in order. */
export async function numbersIn(store: SessionStore, sessionId = SESSION): Promise<number[]> {
  const slice = await store.read(sessionId);
  // The cast: the tests themselves wrote these events.
  return (slice?.events ?? []).map(({ data }) => (data as { readonly n: number }).n);
}

/** What the checker holds against a session. */
export async function violationsOf(store: SessionStore, sessionId = SESSION): Promise<unknown> {
  return (await checkSession(store, sessionId)).violations;
}

function pathOf(entry: { readonly parentPath: string; readonly name: string }): string {
  return join(entry.parentPath, entry.name);
}
