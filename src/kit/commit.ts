import { hasCode, TodoError, VersionConflictError } from '../core/errors.ts';
import type { NewSessionEvent } from '../core/event.ts';
import type { AppendOptions, AppendResult, SessionStore } from '../store/session-store.ts';
import { advanceCursor, readCursor, refreshCursor, withTurnLog, type Cursor } from './cursor.ts';
import type { Lane } from './lane.ts';

/** What a writer wants to do, seeing where the session stands. */
export interface Decision<T> {
  /** The events to append, in one step; none: there is nothing to do. */
  readonly events: readonly NewSessionEvent[];
  readonly result: T;
}

export interface CommitOptions<T> {
  readonly store: SessionStore;
  readonly lane: Lane;
  /** Goes into the header if the session is created now. */
  readonly parentSession?: string | undefined;
  /** Whether `decide` looks at the turn's log. */
  readonly needsTurnLog: boolean;
  /** Asked again whenever another writer was faster. It throws to refuse. */
  readonly decide: (cursor: Cursor) => Decision<T> | Promise<Decision<T>>;
  readonly signal?: AbortSignal | undefined;
}

/** How often a commit tries again when other writers are faster, and how often when it cannot tell the outcome. */
const MAX_CONFLICTS = 100;
const MAX_REPEATS = 2;
/** A store that took longer not to answer is likely to hang: then its own time limit is all that a call waits for. */
const REPEAT_WITHIN_MS = 5_000;

/**
 * Decides on what a session holds and appends the outcome, atomically: read, decide, compare-and-append, and again
 * from the start when another writer came in between.
 *
 * A remembered cursor saves the read. Only an append proves that it was right, so a refusal or a decision to do
 * nothing is taken once more if there is anything new to read. `signal` counts until the append is under way.
 */
export async function commit<T>(options: CommitOptions<T>): Promise<{ result: T; cursor: Cursor }> {
  const { store, lane, parentSession, signal } = options;
  for (let conflicts = 0; conflicts <= MAX_CONFLICTS; conflicts += 1) {
    const decided = await decideOnFresh(options).catch(ifReplaced);
    if (decided === undefined) {
      lane.cursor = undefined;
      continue;
    }
    const { cursor, decision } = decided;
    if (decision.events.length === 0) return { result: decision.result, cursor };
    signal?.throwIfAborted();
    try {
      const { uid, version } = await appendKnown(store, lane.sessionId, decision.events, {
        expectedVersion: cursor.version,
        expectedUid: cursor.uid ?? undefined,
        expectedLastId: cursor.last?.id,
        parentSession,
      });
      const firstSeq = version - decision.events.length;
      const after = decision.events
        .map((event, i) => ({ ...event, seq: firstSeq + i }))
        .reduce(advanceCursor, { ...cursor, uid });
      lane.cursor = after;
      return { result: decision.result, cursor: after };
    } catch (error) {
      if (!VersionConflictError.isInstance(error)) {
        lane.cursor = undefined;
        throw error;
      }
      // Paused first: what was read before a pause would be old again by the time it counts.
      await pause(Math.random() * Math.min(2 ** conflicts, 50));
      lane.cursor = await refreshCursor(store, lane.sessionId, cursor, { signal });
    }
  }
  throw new TodoError(
    'version_conflict',
    `Session ${JSON.stringify(lane.sessionId)} has too many writers at once: gave up after ${MAX_CONFLICTS} tries.`,
  );
}

async function decideOnFresh<T>({
  store,
  lane,
  needsTurnLog,
  decide,
  signal,
}: CommitOptions<T>): Promise<{ cursor: Cursor; decision: Decision<T> }> {
  const remembered = lane.cursor;
  let cursor = remembered ?? (await readCursor(store, lane.sessionId, { signal }));
  for (;;) {
    if (needsTurnLog) cursor = await withTurnLog(store, lane.sessionId, cursor, { signal });
    const before = cursor;
    const attempt = await settle(decide, before);
    const appends = attempt.ok && attempt.decision.events.length > 0;
    if (!appends && before.version === remembered?.version) {
      cursor = await refreshCursor(store, lane.sessionId, before, { signal });
      if (cursor !== before) continue;
    }
    lane.cursor = cursor;
    if (!attempt.ok) throw attempt.error;
    return { cursor, decision: attempt.decision };
  }
}

/** A session that was made anew while it was read is read again. */
function ifReplaced(error: unknown): undefined {
  if (!hasCode(error, 'session_replaced')) throw error;
}

type Settled<T> = { ok: true; decision: Decision<T> } | { ok: false; error: unknown };

async function settle<T>(decide: CommitOptions<T>['decide'], cursor: Cursor): Promise<Settled<T>> {
  try {
    return { ok: true, decision: await decide(cursor) };
  } catch (error) {
    return { ok: false, error };
  }
}

/** Appends, and repeats the very same append while its outcome is unknown: a store counts it once (S4). */
async function appendKnown(
  store: SessionStore,
  sessionId: string,
  events: readonly NewSessionEvent[],
  options: AppendOptions,
): Promise<AppendResult> {
  const start = performance.now();
  let unknown: unknown;
  for (let repeats = 0; repeats <= MAX_REPEATS; repeats += 1) {
    try {
      return await store.append(sessionId, events, options);
    } catch (error) {
      // A conflict answers the question: other events stand where these would.
      if (VersionConflictError.isInstance(error)) throw error;
      if (hasCode(error, 'outcome_unknown')) unknown = error;
      if (unknown === undefined) throw error;
      if (performance.now() - start > REPEAT_WITHIN_MS) break;
      await pause(50 * 2 ** repeats);
    }
  }
  throw unknown;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
