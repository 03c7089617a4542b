import type { SessionEvent } from '../core/event.ts';
import { readPages, type ReadPagesOptions } from '../store/read-pages.ts';
import type { SessionStore } from '../store/session-store.ts';

/** Where to begin, and a signal to stop. */
export type EventsOptions = ReadPagesOptions;

/** Yields the events of a session up to where it ended when the reading began. */
export async function* readEvents(
  store: SessionStore,
  sessionId: string,
  options: EventsOptions,
): AsyncGenerator<SessionEvent, void> {
  for await (const { events } of readPages(store, sessionId, options)) {
    for (const event of events) {
      options.signal?.throwIfAborted();
      yield event;
    }
  }
}
