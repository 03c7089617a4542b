import { setTimeout as sleep } from 'node:timers/promises';
import type { EncodedEvents } from '../store/codec.ts';
import type { AppendOptions, AppendResult } from '../store/session-store.ts';
import { appendBatch, type BatchOutcome } from './append-batch.ts';
import { holdSession } from './hold-session.ts';
import { asStoreError, NOTHING_READ, NOTHING_WRITTEN } from './io-error.ts';
import type { Job } from './job.ts';
import { closeSession, isUntouched, type OpenSession, type SyncedLogs } from './open-session.ts';
import type { FileStoreSettings } from './options.ts';
import type { AppendEntry } from './plan-batch.ts';
import type { StoreRoot } from './root.ts';
import { createPause } from './pause.ts';
import { sweep } from './session-lock.ts';
import type { SessionPaths } from './session-paths.ts';
import { createWriteQueue, refuseAbsent, type SessionTask, type TaskEntry } from './write-queue.ts';

/** How long one process keeps the lock while others want it, and how long it then stands back. */
const HOLD_MS = 50;
const STAND_BACK_MS = 12;
/** How long it keeps the lock when nothing waits here and nobody elsewhere wants it, and how often it looks. */
const LINGER_MS = 15;
const LINGER_STEP_MS = 5;
/** What it takes from a promise that resolves to a caller that waited for it, with room to spare. */
const MICROTASKS = 20;
/** What one write holds at most, beyond its first append. */
const BATCH_BYTES = 4 * 1024 * 1024;

export interface WriterOptions {
  readonly paths: SessionPaths;
  readonly sessionId: string;
  readonly settings: FileStoreSettings;
  readonly root: StoreRoot;
  readonly synced: SyncedLogs;
  /** Runs after each change, and when the last waiting call is done. */
  readonly onChange: () => void;
  readonly onIdle: () => void;
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** Absent for what takes as long as a log is long. */
  readonly timeoutMs: number | undefined;
}

/** All that one process writes to one session, one after the other. */
export interface SessionWriter {
  append(encoded: EncodedEvents, options: AppendOptions): Promise<AppendResult>;
  /** Runs a task under the lock, behind the appends that were called before it. */
  run<T>(task: SessionTask<T>, options: RunOptions): Promise<T>;
  /** Settles when nothing waits any more and the lock is given back. */
  close(): Promise<void>;
}

interface Served {
  /** Whether other processes should get their turn before this one goes on. */
  readonly standsBack: boolean;
  readonly settle?: () => void;
}

/**
 * Makes the writer of a session: it takes the lock, writes what waits, and gives the lock back when nothing does
 * any more.
 *
 * Appends that come while others are being synced share the next write and the next sync; each resolves only after its
 * own bytes are synced.
 */
export function createSessionWriter(options: WriterOptions): SessionWriter {
  const { paths, sessionId, settings, root, synced, onChange, onIdle } = options;
  const { durability, timeoutMs, lockTimeoutMs } = settings;
  let working: Promise<void> | undefined;
  let giveUp: AbortController | undefined;
  let isLockedOut = false;
  let isClosing = false;
  const pause = createPause();
  const queue = createWriteQueue(() => giveUp?.abort());

  const enqueue = <T>(
    runOptions: RunOptions,
    entryOf: (job: Job<T>) => AppendEntry | TaskEntry,
  ): Promise<T> => {
    const promise = queue.add(
      { ...runOptions, lockTimeoutMs, isLockedOut: () => isLockedOut },
      entryOf,
    );
    pause.end();
    working ??= work();
    return promise;
  };

  const work = async (): Promise<void> => {
    while (queue.length > 0) {
      let standsBack = false;
      try {
        const session = await hold();
        if (session === 'given up') continue;
        if (session === 'absent') {
          await serveAbsent();
        } else {
          const served = await serve(session).finally(() => closeSession(session, synced));
          served.settle?.();
          ({ standsBack } = served);
        }
      } catch (error) {
        queue.rejectAll(asStoreError(error, NOTHING_WRITTEN));
      }
      if (standsBack) await sleep(STAND_BACK_MS);
    }
    // In the same step as the last look at the queue, so that no call falls in between.
    working = undefined;
    onIdle();
  };

  const hold = async (): Promise<OpenSession | 'absent' | 'given up'> => {
    giveUp = new AbortController();
    try {
      return await holdSession({
        paths,
        durability,
        root,
        synced,
        signal: giveUp.signal,
        mayCreate: () => queue.creates,
        onLockedOut() {
          isLockedOut = true;
        },
      });
    } finally {
      giveUp = undefined;
      isLockedOut = false;
    }
  };

  /** Serves the queue until it is empty, a task was run, the session has to be opened anew, or others want it. */
  const serve = async (session: OpenSession): Promise<Served> => {
    let since = performance.now();
    let mayBeTouched = false;
    while (queue.length > 0) {
      const due = queue.takeTask();
      if (due !== undefined) return { standsBack: false, settle: await runTask(due, session) };
      // Looked at before every write, since other programs know nothing of the lock.
      if (session.ends !== undefined && !isUntouched(session)) break;
      if (mayBeTouched && !(await session.lock.isOurs())) break;
      const outcome = await appendTogether(session);
      onChange();
      if (outcome === 'suspect') synced.doubt(paths.directory);
      if (outcome !== 'ok') break;
      mayBeTouched = queue.length === 0 && !(await areCallersBack());
      if (mayBeTouched && !(await linger(session))) break;
      if (performance.now() - since > HOLD_MS) {
        if (await session.lock.isWanted()) {
          // Some who wanted it may be dead, and nobody else would notice.
          await sweep(paths.directory).catch(() => {});
          return { standsBack: true };
        }
        since = performance.now();
      }
    }
    return { standsBack: false };
  };

  /** Whether those whose calls are done now have called again in the same moment, as in a loop. */
  const areCallersBack = async (): Promise<boolean> => {
    for (let n = 0; n < MICROTASKS && queue.length === 0; n += 1) await undefined;
    return queue.length > 0;
  };

  /**
   * Waits a moment for the next call with the lock in hand, and answers whether one came: a caller that appends again
   * soon pays for the lock and for a look at the log only once.
   */
  const linger = async ({ lock }: OpenSession): Promise<boolean> => {
    const end = performance.now() + LINGER_MS;
    const isIdle = () => queue.length === 0 && !isClosing && performance.now() < end;
    while (isIdle()) {
      if (await lock.isWanted()) break;
      if (isIdle()) await pause.take(LINGER_STEP_MS);
    }
    return queue.length > 0;
  };

  /** Where there is no session, nothing but what would create it has anything to wait for. */
  const serveAbsent = async (): Promise<void> => {
    for (const entry of queue.takeOthers()) {
      if ('task' in entry) (await runTask(entry, null))();
      else refuseAbsent(sessionId, entry);
    }
  };

  const appendTogether = async (session: OpenSession): Promise<BatchOutcome> => {
    const batch = queue.takeAppends(BATCH_BYTES);
    try {
      return await appendBatch(session, batch, { sessionId, durability });
    } catch (error) {
      const failed = asStoreError(error, NOTHING_WRITTEN);
      for (const { job } of batch) job.reject(failed);
      return 'stale';
    }
  };

  /** Runs a task, and answers how to settle it: when the lock is given back and an empty folder is gone. */
  const runTask = async (
    { job, task }: TaskEntry,
    session: OpenSession | null,
  ): Promise<() => void> => {
    if (!job.begin()) return () => {};
    try {
      const result = await task(session);
      return () => {
        onChange();
        job.resolve(result);
      };
    } catch (error) {
      return () => job.reject(asStoreError(error, NOTHING_READ));
    }
  };

  return {
    append: (encoded, appendOptions) =>
      enqueue<AppendResult>({ signal: appendOptions.signal, timeoutMs }, (job) => ({
        job,
        encoded,
        options: appendOptions,
      })),
    run: (task, limits) => enqueue(limits, (job) => ({ job, task })),
    close: async () => {
      isClosing = true;
      pause.end();
      await working;
    },
  };
}
