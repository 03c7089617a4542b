import { TodoError } from '../core/errors.ts';
import type { SessionEvent } from '../core/event.ts';
import type { SessionStore, StoreOptions } from '../store/session-store.ts';

const PAGE = 256;

export interface EventsOptions extends StoreOptions {
  /** The first seq to yield. Default 0. */
  readonly fromSeq?: number | undefined;
}

/** Yields the events of a session up to where it ended when the reading began. */
export async function* readEvents(
  store: SessionStore,
  sessionId: string,
  { fromSeq = 0, signal }: EventsOptions,
): AsyncGenerator<SessionEvent, void> {
  let uid: string | undefined;
  let end = Infinity;
  for (let next = fromSeq; next < end;) {
    const limit = Math.min(PAGE, end - next);
    const slice = await store.read(sessionId, { fromSeq: next, limit, signal });
    const found = slice?.header.uid;
    if (uid !== undefined && uid !== found) {
      throw new TodoError(
        'session_replaced',
        `Session ${JSON.stringify(sessionId)} was deleted or made anew while it was read. Read it again.`,
      );
    }
    if (slice === null) return;
    uid = found;
    end = Math.min(end, slice.version);
    yield* slice.events;
    next += slice.events.length;
    signal?.throwIfAborted();
    if (slice.events.length === 0) return;
  }
}
