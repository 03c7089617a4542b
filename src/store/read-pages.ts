import { sessionReplaced, TodoError } from '../core/errors.ts';
import type { SessionSlice, SessionStore, StoreOptions } from './session-store.ts';

/** How many events one read asks for: memory does not grow with the log. */
const PAGE = 256;

export interface ReadPagesOptions extends StoreOptions {
  /** The first seq to read. Default 0. */
  readonly fromSeq?: number | undefined;
}

/**
 * Yields a session's events in pages, in order, up to where it ended when the reading began.
 *
 * Yields nothing when the session does not exist, and at least one page otherwise. Throws `session_replaced` when it was
 * deleted or made anew in between, and the signal's reason.
 */
export async function* readPages(
  store: SessionStore,
  sessionId: string,
  { fromSeq = 0, signal }: ReadPagesOptions = {},
): AsyncGenerator<SessionSlice, void> {
  const first = await store.read(sessionId, { fromSeq, limit: PAGE, signal });
  if (first === null) return;
  yield first;
  for (let next = fromSeq + first.events.length; next < first.version;) {
    signal?.throwIfAborted();
    const limit = Math.min(PAGE, first.version - next);
    const slice = await store.read(sessionId, { fromSeq: next, limit, signal });
    if (slice?.header.uid !== first.header.uid) {
      throw sessionReplaced(sessionId);
    }
    if (slice.events.length === 0) {
      throw new TodoError(
        'store_failed',
        `The store has no event ${next} of session ${JSON.stringify(sessionId)}, though it counts ${first.version}.`,
      );
    }
    yield slice;
    next += slice.events.length;
  }
}
