import { readdir, type FileHandle } from 'node:fs/promises';
import { hasCode } from '../core/errors.ts';
import type { SessionPage } from '../store/session-store.ts';
import { isErrno } from './io-error.ts';
import { isNeverCreated } from './inspect-session.ts';
import { readFirstLine } from './log-head.ts';
import { parseListed } from './log-line.ts';
import { readAtOf } from './read-at.ts';
import { openIfThere } from './read-log.ts';
import type { StoreRoot } from './root.ts';
import { readSessionName, sessionName } from './session-name.ts';
import { pathsOfName } from './session-paths.ts';

/** How many files are open at a time. */
const ABREAST = 16;

export interface ListRequest {
  readonly directory: string;
  readonly root: StoreRoot;
  /** The folder name that the page before ended with. */
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly signal: AbortSignal;
}

type Listed = SessionPage['sessions'][number];

/** Lists sessions in the order of their folders; of each log only the first line is read. */
export async function listSessions(request: ListRequest): Promise<SessionPage> {
  const { directory, root, cursor, limit, signal } = request;
  const names = await folderNames(directory, root);
  const rest = names.filter((name) => cursor === undefined || name > cursor);
  const sessions: Listed[] = [];
  let at = 0;
  while (at < rest.length && sessions.length < limit) {
    signal.throwIfAborted();
    const some = rest.slice(at, at + Math.min(ABREAST, limit - sessions.length));
    const found = await Promise.all(some.map((name) => readListed(directory, name)));
    sessions.push(...found.filter((session) => session !== null));
    at += some.length;
  }
  const last = rest[at - 1];
  return { sessions, ...(last !== undefined && at < rest.length ? { cursor: last } : {}) };
}

async function folderNames(directory: string, root: StoreRoot): Promise<string[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    root.seen();
    return entries
      .filter((entry) => !entry.isFile() && readSessionName(entry.name) !== null)
      .map(({ name }) => name)
      .toSorted();
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
    await root.assertThere();
    return [];
  }
}

async function readListed(directory: string, name: string): Promise<Listed | null> {
  const { log } = pathsOfName(directory, name);
  let file: FileHandle | null;
  try {
    file = await openIfThere(log);
  } catch (error) {
    // What is no plain file is told to whoever reads this session, and hides no other one.
    const spelled = readSessionName(name);
    if (!hasCode(error, 'store_failed') || spelled === null || spelled === 'digest') throw error;
    return { id: spelled.id, createdAt: 0 };
  }
  if (file === null) return null;
  try {
    const { size, birthtimeMs } = await file.stat();
    const readAt = readAtOf(file);
    const line = await readFirstLine(readAt, size);
    const header = line === null ? null : parseListed(line.bytes);
    if (header !== null && sessionName(header.id) === name) return header;
    // A damaged header: a list that left the session out would hide that.
    const spelled = readSessionName(name);
    if (line === null || spelled === null || spelled === 'digest') return null;
    const { id } = spelled;
    if (await isNeverCreated(readAt, { size, sessionId: id })) return null;
    return { id, createdAt: Math.floor(birthtimeMs) };
  } finally {
    await file.close();
  }
}
