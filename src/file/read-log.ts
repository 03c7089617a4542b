import { constants, lstat, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SessionDamagedError, TodoError } from '../core/errors.ts';
import type { SessionEvent } from '../core/event.ts';
import type { SessionSlice } from '../store/session-store.ts';
import { findSeq } from './find-seq.ts';
import { isErrno } from './io-error.ts';
import { notAFile, refuseDeadLink, refuseStrangeFolder } from './not-a-file.ts';
import { BadLine, readEnd, wrongSeq, type LogEnd } from './log-end.ts';
import { readHead, type LogHead } from './log-head.ts';
import { parseLine } from './log-line.ts';
import { prefetchEnds, readAtOf } from './read-at.ts';
import { scanForward, type ReadAt } from './scan-lines.ts';

/** Which events of a session to read: its last ones, or a range. */
export type Wanted =
  | { readonly last: number }
  | { readonly fromSeq: number; readonly limit: number };

export interface ReadLogOptions {
  readonly path: string;
  readonly sessionId: string;
  readonly wanted: Wanted;
  readonly signal: AbortSignal;
}

/** How often a read starts anew because a writer cut off a torn end in the meantime. */
const MAX_ATTEMPTS = 8;

/**
 * Reads a consistent cut of a session, without any lock; `null` when it does not exist.
 *
 * What counts never changes, so a reader needs to be careful only with a torn end, which a writer cuts off and writes
 * over: where the file changed during a read, its last event has to be the same at a second look.
 */
export async function readLog(options: ReadLogOptions): Promise<SessionSlice | null> {
  const { path, sessionId, wanted, signal } = options;
  const file = await openIfThere(path);
  if (file === null) return null;
  try {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      signal.throwIfAborted();
      const { size, mtimeNs } = await file.stat({ bigint: true });
      const isUnchanged = async () => {
        const now = await file.stat({ bigint: true });
        return now.size === size && now.mtimeNs === mtimeNs;
      };
      const cut = { size: Number(size), sessionId, signal };
      try {
        const found = await readCut(await prefetchEnds(file, cut.size), cut, wanted);
        if ((await isUnchanged()) || (await isSameEnd(file, cut, found))) {
          return found?.slice ?? null;
        }
      } catch (error) {
        if (signal.aborted || (await isUnchanged())) {
          throw error instanceof BadLine ? await damageAt(readAtOf(file), sessionId, error) : error;
        }
      }
    }
  } finally {
    await file.close();
  }
  throw new TodoError('store_unavailable', 'The session changes too fast to be read. Try again.');
}

/** Opens a log, for reading where nothing else is said; `null` when there is none. Throws for what is no plain file. */
export async function openIfThere(
  path: string,
  flags: number = constants.O_RDONLY,
): Promise<FileHandle | null> {
  let file: FileHandle;
  try {
    // Without waiting for the other end, should it be a pipe.
    file = await open(path, flags | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (isErrno(error, 'ENXIO', 'EISDIR')) throw notAFile(THE_LOG, await lstat(path));
    if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw error;
    await refuseStrangeFolder(dirname(path));
    if (!isErrno(error, 'ENOENT')) throw error;
    await refuseDeadLink(path, THE_LOG);
    return null;
  }
  const found = await file.stat();
  if (found.isFile()) return file;
  await file.close();
  throw notAFile(THE_LOG, found);
}

const THE_LOG = 'The log';

/** Says where a session is damaged, for people: the line is counted only now, since nothing else needs it. */
export async function damageAt(
  readAt: ReadAt,
  sessionId: string,
  { byte, what }: BadLine,
): Promise<SessionDamagedError> {
  let line = 1;
  for await (const { isWhole } of scanForward(readAt, { start: 0, end: byte })) {
    if (isWhole) line += 1;
  }
  return new SessionDamagedError(sessionId, { line, byte }, what);
}

interface Cut {
  readonly size: number;
  readonly sessionId: string;
  readonly signal: AbortSignal;
}

interface FoundCut {
  readonly head: LogHead;
  readonly end: LogEnd;
  readonly slice: SessionSlice;
}

async function readCut(readAt: ReadAt, cut: Cut, wanted: Wanted): Promise<FoundCut | null> {
  const head = await readHead(readAt, cut);
  if (head === null) return null;
  const { header, start } = head;
  const last = 'last' in wanted ? wanted.last : 0;
  const end = await readEnd(readAt, { ...cut, start, limit: last });
  const { version } = end;
  const events =
    'last' in wanted
      ? end.events.slice(Math.max(0, end.events.length - last)).map(({ event }) => event)
      : await readRange(readAt, { ...wanted, version, start, end: end.end, signal: cut.signal });
  return { head, end, slice: { header, version, events } };
}

async function isSameEnd(file: FileHandle, cut: Cut, found: FoundCut | null): Promise<boolean> {
  if (found === null) return false;
  const { head, end } = found;
  const again = await readEnd(readAtOf(file), { ...cut, start: head.start, limit: 0 });
  return again.end === end.end && lastOf(again) === lastOf(end);
}

function lastOf({ events }: LogEnd): string {
  return JSON.stringify(events.at(-1) ?? null);
}

interface Range {
  readonly fromSeq: number;
  readonly limit: number;
  readonly version: number;
  readonly start: number;
  readonly end: number;
  readonly signal: AbortSignal;
}

/** Reads events forward from one seq on. */
export async function readRange(readAt: ReadAt, range: Range): Promise<SessionEvent[]> {
  const { fromSeq, limit, version, signal, end } = range;
  const events: SessionEvent[] = [];
  if (fromSeq >= version || limit === 0) return events;
  const start = fromSeq === 0 ? range.start : await findSeq(readAt, fromSeq, range);
  for await (const line of scanForward(readAt, { start, end, signal })) {
    const read = parseLine(line.bytes);
    if (read.kind !== 'event') throw new BadLine(line.start, 'this line cannot be read');
    const due = fromSeq + events.length;
    if (read.event.seq !== due) throw wrongSeq({ event: read.event, start: line.start }, due);
    events.push(read.event);
    if (events.length >= limit) break;
  }
  return events;
}
