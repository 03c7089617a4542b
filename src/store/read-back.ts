import { sessionReplaced } from '../core/errors.ts';
import type { SessionSlice, SessionStore, StoreOptions } from './session-store.ts';

/** The events that nearly every plan can be told from: a write, and the end of its turn. */
export const PLAN_WINDOW = 2;
const LARGEST_WINDOW = 1024;

export interface ReadBackOptions extends StoreOptions {
  /** Start before this seq; default: at the end of the log. */
  readonly beforeSeq?: number | undefined;
}

/**
 * Yields a session's events from the end towards the start, in windows that double, each in its own order.
 *
 * Stop iterating as soon as enough is known: then the cost does not depend on the length of the log (S10). Yields
 * nothing when the session does not exist. Throws `session_replaced` when it was deleted or made anew in between.
 */
export async function* readBack(
  store: SessionStore,
  sessionId: string,
  { beforeSeq, signal }: ReadBackOptions = {},
): AsyncGenerator<SessionSlice, void> {
  const start = beforeSeq === undefined ? undefined : Math.max(0, beforeSeq - PLAN_WINDOW);
  const newest =
    start === undefined || beforeSeq === undefined
      ? await store.tail(sessionId, PLAN_WINDOW, { signal })
      : await store.read(sessionId, { fromSeq: start, limit: beforeSeq - start, signal });
  if (newest === null) return;
  yield newest;

  let oldest = start ?? newest.version - newest.events.length;
  for (let window = PLAN_WINDOW * 4; oldest > 0; window = Math.min(window * 2, LARGEST_WINDOW)) {
    const fromSeq = Math.max(0, oldest - window);
    const slice = await store.read(sessionId, { fromSeq, limit: oldest - fromSeq, signal });
    if (slice === null || slice.header.uid !== newest.header.uid) {
      throw sessionReplaced(sessionId);
    }
    yield slice;
    oldest = fromSeq;
  }
}
