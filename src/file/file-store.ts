import { TodoError } from '../core/errors.ts';
import { assertSessionId } from '../core/session-id.ts';
import {
  checkAppendOptions,
  checkListOptions,
  checkReadOptions,
  checkTailOptions,
} from '../store/check-options.ts';
import { encodeEvents } from '../store/codec.ts';
import type { SessionStore, StoreOptions } from '../store/session-store.ts';
import { withDeadline } from './deadline.ts';
import { deleteSession } from './delete-session.ts';
import { inspectSession, type SessionInspection } from './inspect-session.ts';
import { asStoreError, NOTHING_READ } from './io-error.ts';
import { listSessions } from './list-sessions.ts';
import { createSyncedLogs } from './open-session.ts';
import { readOptions, type FileStoreOptions } from './options.ts';
import { readLog, type Wanted } from './read-log.ts';
import { repairSession, type SessionRepair } from './repair-session.ts';
import { createRoot } from './root.ts';
import { sessionPaths } from './session-paths.ts';
import { createSessionWriter, type SessionWriter } from './session-writer.ts';
import { createWatchHub } from './watch-session.ts';

/** A store in a directory of one machine, with what a damaged session needs. */
export interface FileStore extends SessionStore {
  /**
   * Reads all that can still be read of a session, and says what cannot and where. Changes nothing. `null` when the
   * session does not exist. Takes as long as the log is long, whatever `timeoutMs` says, and holds its events in memory.
   */
  inspect(sessionId: string, options?: StoreOptions): Promise<SessionInspection | null>;

  /**
   * Takes the damage out of a session's log, so that it can be read and appended to again, and keeps the log as it was
   * in a file beside it. Every event that can be read keeps its bytes and its `seq`; a `log/lost` event stands in the
   * place of each that cannot. Does nothing to a healthy session. Throws `session_not_found` for an absent one, and
   * `session_damaged` for a folder that holds another session.
   */
  repair(sessionId: string, options?: StoreOptions): Promise<SessionRepair>;
}

/**
 * A store that keeps each session as a log of JSON lines in a directory of this machine.
 *
 * Survives a crash of the process and, by default, a power cut: an append resolves once its bytes are synced. Any number
 * of processes of one machine can share the directory, and each session has one writer at a time; appends that come
 * together share a sync. Needs a local file system. Creates the directory with the first session, for its owner only.
 *
 * @param directory the path of the directory; relative to the working folder at the time of the call.
 * @example
 * const kit = createTodoKit({ store: fileStore('.ai-sdk-todo'), allowParallelInProgress: false });
 */
export function fileStore(directory: string, options?: FileStoreOptions): FileStore {
  const settings = readOptions(directory, options);
  const { durability, timeoutMs } = settings;
  const root = createRoot(settings.root);
  const synced = createSyncedLogs();
  const hub = createWatchHub();
  const writers = new Map<string, SessionWriter>();
  let closed = false;

  const assertOpen = () => {
    if (closed)
      throw new TodoError('store_closed', 'This file store was closed; create a new one.');
  };
  const pathsOf = (sessionId: string) => sessionPaths(settings.root, sessionId);
  const writerOf = (sessionId: string): SessionWriter => {
    const known = writers.get(sessionId);
    if (known !== undefined) return known;
    const paths = pathsOf(sessionId);
    const writer = createSessionWriter({
      paths,
      sessionId,
      settings,
      root,
      synced,
      onChange: () => hub.notify(paths.directory),
      onIdle: () => writers.delete(sessionId),
    });
    writers.set(sessionId, writer);
    return writer;
  };
  const readSession = (sessionId: string, wanted: Wanted, signal: AbortSignal | undefined) =>
    reading(timeoutMs, signal, async (innerSignal) => {
      const path = pathsOf(sessionId).log;
      const slice = await readLog({ path, sessionId, wanted, signal: innerSignal });
      if (slice === null) await root.assertThere();
      else root.seen();
      return slice;
    });

  return {
    capabilities: Object.freeze({ durability, scope: 'machine', watch: true, expires: false }),

    async append(sessionId, events, appendOptions) {
      assertOpen();
      checkAppendOptions(sessionId, appendOptions);
      const encoded = encodeEvents(events, appendOptions.expectedVersion);
      return await writerOf(sessionId).append(encoded, { ...appendOptions });
    },

    async read(sessionId, readRange) {
      assertOpen();
      const range = checkReadOptions(sessionId, readRange);
      return await readSession(sessionId, range, readRange?.signal);
    },

    async tail(sessionId, limit, tailOptions) {
      assertOpen();
      checkTailOptions(sessionId, limit, tailOptions);
      return await readSession(sessionId, { last: limit }, tailOptions?.signal);
    },

    async list(listOptions = {}) {
      assertOpen();
      const limit = checkListOptions(listOptions);
      const { cursor, signal } = listOptions;
      return await reading(timeoutMs, signal, (innerSignal) =>
        listSessions({ directory: settings.root, root, cursor, limit, signal: innerSignal }),
      );
    },

    async delete(sessionId, { signal } = {}) {
      assertOpen();
      assertSessionId(sessionId);
      signal?.throwIfAborted();
      await writerOf(sessionId).run(
        (session) => deleteSession(session, { sessionId, durability }),
        {
          signal,
          timeoutMs,
        },
      );
    },

    async inspect(sessionId, { signal } = {}) {
      assertOpen();
      assertSessionId(sessionId);
      signal?.throwIfAborted();
      return await reading(LONG_MS, signal, async (innerSignal) => {
        const found = await inspectSession(pathsOf(sessionId), sessionId, innerSignal);
        if (found === null) await root.assertThere();
        return found;
      });
    },

    async repair(sessionId, { signal } = {}) {
      assertOpen();
      assertSessionId(sessionId);
      signal?.throwIfAborted();
      return await writerOf(sessionId).run((session) => repairSession(session, sessionId), {
        signal,
        timeoutMs: undefined,
      });
    },

    watch(sessionId, { signal }) {
      assertOpen();
      assertSessionId(sessionId);
      return hub.watch(pathsOf(sessionId), signal);
    },

    async close() {
      closed = true;
      hub.close();
      await Promise.all([...writers.values()].map((writer) => writer.close()));
    },
  };
}

/** For what takes as long as a log is long: an hour. */
const LONG_MS = 3_600_000;

/** Runs what only reads, in time, and tells its failures as ours. */
async function reading<T>(
  ms: number,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await withDeadline({ ms, signal }, run);
  } catch (error) {
    throw signal?.aborted ? signal.reason : asStoreError(error, NOTHING_READ);
  }
}
