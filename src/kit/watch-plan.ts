import { EMPTY_PLAN_STATE, planAt, reduceTodos, type Plan } from '../core/plan.ts';
import { follow } from '../store/follow.ts';
import { readHead, type SessionHead } from '../store/read-head.ts';
import type { SessionStore, StoreOptions } from '../store/session-store.ts';

export interface WatchOptions extends StoreOptions {
  /**
   * The `asOfSeq` of the last plan that the caller has: only what came after it is yielded. One that this session does
   * not have starts over with the current plan.
   */
  readonly afterSeq?: number | undefined;
  /**
   * Milliseconds between two looks at the store when it gives no hint. Default 5,000 where the store tells of changes,
   * else 1,000.
   */
  readonly pollMs?: number | undefined;
}

/**
 * Yields a session's plan and each change of it, in order, none left out, until the signal aborts.
 *
 * Where the store came back without events that had been yielded, it goes on from the plan that stands then.
 */
export async function* watchPlan(
  store: SessionStore,
  sessionId: string,
  { afterSeq, pollMs }: WatchOptions,
  signal: AbortSignal,
): AsyncGenerator<Plan, void> {
  for (let place = afterSeq; !signal.aborted; place = undefined) {
    yield* watchLog(store, sessionId, { afterSeq: place, pollMs }, signal);
  }
}

/** The same, until what it has yielded is no longer in the log. */
async function* watchLog(
  store: SessionStore,
  sessionId: string,
  { afterSeq, pollMs }: WatchOptions,
  signal: AbortSignal,
): AsyncGenerator<Plan, void> {
  const { start, resumes } = await startOf(store, sessionId, afterSeq, signal);
  let { state } = start;
  let absent = start.uid === null;
  if (!resumes) yield planAt(state, start.version - 1);

  const uid = start.uid ?? undefined;
  for await (const slice of follow(store, sessionId, {
    fromSeq: start.version,
    uid,
    last: start.last,
    pollMs,
    signal,
  })) {
    if (slice === null) {
      // Deleted, or made anew: people must not go on seeing the old plan.
      state = EMPTY_PLAN_STATE;
      if (!absent) yield planAt(state, -1);
      absent = true;
      continue;
    }
    for (const event of slice.events) {
      const next = reduceTodos(state, event);
      const changed = next !== state;
      state = next;
      if (changed) yield planAt(state, event.seq);
    }
    absent = false;
  }
}

/** Where to begin: at the place that the caller names, if this session has it, and else at the end of the log. */
async function startOf(
  store: SessionStore,
  sessionId: string,
  afterSeq: number | undefined,
  signal: AbortSignal,
): Promise<{ readonly start: SessionHead; readonly resumes: boolean }> {
  const head = await readHead(store, sessionId, { signal });
  const isPlace = afterSeq !== undefined && Number.isSafeInteger(afterSeq) && afterSeq >= -1;
  if (!isPlace || afterSeq >= head.version) return { start: head, resumes: false };
  const start = await readHead(store, sessionId, { atSeq: afterSeq, signal });
  // Made anew between the two looks, it is another session, and the caller's place is none of its places.
  const isSame = start.uid === head.uid && start.version === afterSeq + 1;
  if (isSame) return { start, resumes: true };
  return { start: await readHead(store, sessionId, { signal }), resumes: false };
}

/**
 * An iterable of what a generator yields that can be left at any time.
 *
 * `return` and the outer signal abort the generator's own signal, so that one that waits for the next change lets go of
 * its timer and its listener at once. Either way the iteration just ends.
 */
export function leavable<T>(
  start: (signal: AbortSignal) => AsyncGenerator<T, void>,
  signal: AbortSignal | undefined,
): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]() {
      const leaving = new AbortController();
      const leave = () => leaving.abort(signal?.reason);
      if (signal?.aborted) leave();
      signal?.addEventListener('abort', leave, { once: true });
      const values = start(leaving.signal);
      const ended = { done: true, value: undefined } as const;
      return {
        async next() {
          if (leaving.signal.aborted) return ended;
          try {
            const result = await values.next();
            if (result.done) signal?.removeEventListener('abort', leave);
            return result;
          } catch (error) {
            signal?.removeEventListener('abort', leave);
            if (leaving.signal.aborted) return ended;
            throw error;
          }
        },
        async return() {
          signal?.removeEventListener('abort', leave);
          leave();
          await values.return();
          return ended;
        },
      };
    },
  };
}
