import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { TodoError } from '../core/errors.ts';
import { randomId } from '../core/random-id.ts';
import { asStoreError, NOTHING_WRITTEN } from './io-error.ts';
import { lookAt } from './look-at.ts';
import { readEnds, syncNames, type OpenSession, type SessionEnds } from './open-session.ts';
import { planBatch, type AppendEntry, type BatchPlan, type Verdict } from './plan-batch.ts';
import { tornName } from './session-paths.ts';
import { createLog, cutTornEnd, writeToEnd } from './write-log.ts';

export interface BatchOptions {
  readonly sessionId: string;
  readonly durability: 'disk' | 'os';
}

/** `ok`: the session can be used further. `stale`: open it anew. `suspect`: and its data may not be on the disk. */
export type BatchOutcome = 'ok' | 'stale' | 'suspect';

/**
 * Carries out appends that came together, in their order, with one write and one sync for all of them, and settles each.
 */
export async function appendBatch(
  session: OpenSession,
  entries: readonly AppendEntry[],
  { sessionId, durability }: BatchOptions,
): Promise<BatchOutcome> {
  const ends = (session.ends ??= await readEnds(session, sessionId));
  const plan = await planBatch(session, ends, { entries, sessionId });
  const { verdicts } = plan;
  const { written, error } = await write(session, ends, { ...plan, durability });

  // Of several appends that share a write, those that arrived whole are stored, and the others are not.
  const isCut = ({ endsAt }: Verdict) => endsAt > written;
  const cutAt = error === undefined ? -1 : verdicts.findIndex(isCut);
  const count = cutAt === -1 ? entries.length : cutAt;
  if (count < entries.length) {
    const failed = asStoreError(error, NOTHING_WRITTEN);
    for (const { job } of entries.slice(count)) job.reject(failed);
  }

  const settle = (problem?: TodoError) => {
    verdicts.slice(0, count).forEach((verdict, i) => {
      const job = entries[i]?.job;
      if (verdict.kind === 'refusal') job?.reject(verdict.error);
      else if (problem !== undefined) job?.reject(problem);
      else job?.resolve(verdict.result);
    });
  };
  try {
    const syncing =
      durability === 'disk' && sync(session, ends.header === null, verdicts.slice(0, count));
    const size = error === undefined ? session.ends?.size : undefined;
    const [isOurs] = await Promise.all([written === 0 || isInPlace(session, size), syncing]);
    if (!isOurs) delete session.ends;
    settle(isOurs ? undefined : lostLock());
    return isOurs && error === undefined ? 'ok' : 'stale';
  } catch (cause) {
    settle(unknownOutcome(cause));
    return 'suspect';
  }
}

/**
 * Whether what was written is what others will find: the lock is still ours, and the log still stands at its place and
 * ends where our write ends.
 */
async function isInPlace(session: OpenSession, size: number | undefined): Promise<boolean> {
  session.look = lookAt(session.paths.log);
  const { look, inode } = session;
  const endsHere = size === undefined || look?.size === BigInt(size);
  return look?.ino === inode && endsHere && (await session.lock.isOurs());
}

/** Makes durable what the appends stored, now or, where they are repeats, before. */
async function sync(
  { file, paths }: OpenSession,
  isNew: boolean,
  verdicts: readonly Verdict[],
): Promise<void> {
  if (file === null || verdicts.every(({ kind }) => kind === 'refusal')) return;
  await Promise.all([isNew ? syncNames(paths) : null, file.datasync()]);
}

/** Writes what was planned, and notes in the session where it ends now. */
async function write(
  session: OpenSession,
  ends: SessionEnds,
  {
    header,
    version,
    lastId,
    content,
    verdicts,
    durability,
  }: BatchPlan & Pick<BatchOptions, 'durability'>,
): Promise<{ readonly written: number; readonly error?: unknown }> {
  if (content.length === 0) return { written: 0 };
  const { paths } = session;
  try {
    if (ends.header === null || session.file === null) {
      // A file without one complete record counts as never created, but its bytes are not ours to throw away.
      if (session.file !== null)
        await rename(paths.log, join(paths.directory, tornName(0, randomId())));
      await session.file?.close();
      session.file = null;
      Object.assign(session, await createLog(paths, content, durability));
    } else {
      if (ends.size > ends.end) await cutTornEnd(session.file, paths, ends);
      const { written, error } = await writeToEnd(session.file, content);
      if (error !== undefined) {
        const whole = verdicts.map(({ endsAt }) => (endsAt > written ? 0 : endsAt));
        // If this fails too, the rest is a torn end, and the next writer cuts it.
        await session.file.truncate(ends.end + Math.max(0, ...whole)).catch(() => {});
        return { written, error };
      }
    }
  } catch (error) {
    return { written: 0, error };
  }
  const end = ends.end + content.length;
  const start = ends.header === null ? content.indexOf('\n') + 1 : ends.start;
  session.ends = { header, version, lastId, start, end, size: end };
  return { written: content.length };
}

function lostLock(): TodoError {
  return new TodoError(
    'outcome_unknown',
    'The session was changed, taken over or removed while it was written to, so the events may or may not be stored. Repeat the append with the same event ids: it counts once.',
  );
}

function unknownOutcome(cause: unknown): TodoError {
  const { message } = asStoreError(cause, '');
  return new TodoError(
    'outcome_unknown',
    `${message}The events may or may not be stored. Repeat the append with the same event ids: it counts once.`,
    { cause },
  );
}
