import { constants, copyFile, link, open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { SessionDamagedError, TodoError } from '../core/errors.ts';
import { randomId } from '../core/random-id.ts';
import { newHeader } from '../store/new-header.ts';
import { examineLog, type Finding, type LogDamage } from './examine-log.ts';
import { isErrno } from './io-error.ts';
import { isNeverCreated, seqsOf } from './inspect-session.ts';
import { NO_LINKS } from './lock-file.ts';
import { FOREIGN_HEADER } from './log-line.ts';
import type { OpenSession } from './open-session.ts';
import { readAtOf } from './read-at.ts';
import { damagedName, FILE_MODE, unfinishedName } from './session-paths.ts';
import { syncDirectory } from './sync-directory.ts';
import { writeToEnd } from './write-log.ts';

/** What a repair did. */
export interface SessionRepair {
  /** `false`: there was no damage, and no byte was changed. */
  readonly changed: boolean;
  /** The number of events now. */
  readonly version: number;
  /** What was taken out of the log. */
  readonly damage: readonly LogDamage[];
  /**
   * The seq of every event that is lost: of those that cannot be read, in whose place an event of type `log/lost` stands so
   * that every other event keeps its seq, and of those that ran so far ahead that they were left out.
   */
  readonly lost: readonly number[];
  /** The name of the file, in the folder of the session, that holds the log as it was; `null` if nothing was changed. */
  readonly keptAs: string | null;
}

/**
 * Rewrites a damaged log from what can still be read of it, in one step; the log as it was is kept beside it.
 *
 * No event is renumbered and none that can be read is changed, byte for byte. Runs under the session's lock.
 */
export async function repairSession(
  session: OpenSession | null,
  sessionId: string,
): Promise<SessionRepair> {
  const file = session?.file ?? null;
  const size = (await file?.stat())?.size ?? 0;
  if (
    session === null ||
    file === null ||
    (await isNeverCreated(readAtOf(file), { size, sessionId }))
  ) {
    throw new TodoError('session_not_found', `There is no session ${JSON.stringify(sessionId)}.`);
  }
  const look = () => examineLog(readAtOf(file), { size, sessionId });
  const found = await firstFault(look());
  if (found.damage?.what === FOREIGN_HEADER) {
    // Made to fit, this log would become part of a session that it does not belong to.
    const { line, byte, what } = found.damage;
    throw new SessionDamagedError(sessionId, { line, byte }, what);
  }
  if (found.isSound) {
    return { changed: false, version: found.version, damage: [], lost: [], keptAs: null };
  }
  const { directory, log } = session.paths;
  const keptAs = damagedName(randomId());
  const path = join(directory, unfinishedName(randomId()));
  const copy = await open(path, 'wx', FILE_MODE);
  try {
    const result = await rewrite(copy, look(), { sessionId, keptAs });
    await copy.sync();
    await keep(log, join(directory, keptAs));
    if (!(await session.lock.isOurs())) {
      throw new TodoError('store_unavailable', 'Another process took the session over. Try again.');
    }
    await rename(path, log);
    await syncDirectory(directory);
    return { changed: true, keptAs, ...result };
  } catch (error) {
    await unlink(path).catch(() => {});
    throw error;
  } finally {
    await copy.close();
  }
}

/** Throws a damage error for the first fault of a log; a torn end is none. */
export async function assertSound(file: FileHandle, sessionId: string): Promise<void> {
  const { size } = await file.stat();
  const readAt = readAtOf(file);
  if (await isNeverCreated(readAt, { size, sessionId })) return;
  const { damage, isSound } = await firstFault(examineLog(readAt, { size, sessionId }));
  if (isSound) return;
  const { line = 1, byte = 0, what = 'events are missing' } = damage ?? {};
  throw new SessionDamagedError(sessionId, { line, byte }, what);
}

async function firstFault(findings: AsyncIterable<Finding>): Promise<{
  readonly isSound: boolean;
  readonly version: number;
  readonly damage?: LogDamage;
}> {
  let version = 0;
  let place: LogDamage | undefined;
  for await (const found of findings) {
    if (found.kind === 'damage') return { isSound: false, version, damage: found.damage };
    if (found.kind === 'missing')
      return { isSound: false, version, ...(place && { damage: place }) };
    if (found.kind === 'event') {
      version = found.event.seq + 1;
      place = { ...found.place, what: 'events are missing behind this one' };
    }
  }
  return { isSound: true, version };
}

async function rewrite(
  copy: FileHandle,
  findings: AsyncIterable<Finding>,
  { sessionId, keptAs }: { readonly sessionId: string; readonly keptAs: string },
): Promise<Pick<SessionRepair, 'version' | 'damage' | 'lost'>> {
  const damage: LogDamage[] = [];
  const lost: number[] = [];
  /** Events that were left out, and in whose place no mark stands yet. */
  const leftOut: number[] = [];
  let version = 0;
  let hasHeader = false;
  const put = async (line: Buffer | string) => {
    const { error } = await writeToEnd(copy, Buffer.concat([Buffer.from(line), Buffer.from('\n')]));
    if (error !== undefined) throw error;
  };
  const putHeader = async () => {
    if (!hasHeader) await put(JSON.stringify(newHeader(sessionId)));
    hasHeader = true;
  };
  for await (const found of findings) {
    if (found.kind === 'header') {
      await put(found.bytes);
      hasHeader = true;
    } else if (found.kind === 'damage') {
      damage.push(found.damage);
      if (found.damage.seq !== undefined) leftOut.push(found.damage.seq);
    } else if (found.kind === 'missing') {
      await putHeader();
      for (const seq of seqsOf(found)) {
        leftOut.shift();
        lost.push(seq);
        await put(
          JSON.stringify({ seq, time: Date.now(), type: 'log/lost', data: { keptIn: keptAs } }),
        );
      }
    } else if (found.kind === 'event') {
      await putHeader();
      await put(found.bytes);
      version = found.event.seq + 1;
    }
  }
  await putHeader();
  // Below the version each seq has its event now, or a mark that it is lost.
  const behind = leftOut.filter((seq) => seq >= version);
  return { version, damage, lost: [...lost, ...behind] };
}

/** Gives the log as it is a second name, which it keeps when another file takes its place. */
async function keep(log: string, as: string): Promise<void> {
  try {
    await link(log, as);
  } catch (error) {
    if (!isErrno(error, ...NO_LINKS)) throw error;
    await copyFile(log, as, constants.COPYFILE_EXCL);
  }
}
