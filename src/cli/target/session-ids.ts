import type { SessionStore } from '../../store/session-store.ts';

/** The ids of all sessions of a store, page by page. */
export async function* allSessions(
  store: SessionStore,
  signal: AbortSignal,
): AsyncGenerator<{ readonly id: string; readonly createdAt: number }, void> {
  let cursor: string | undefined;
  do {
    const page = await store.list({ cursor, limit: 500, signal });
    yield* page.sessions;
    ({ cursor } = page);
  } while (cursor !== undefined);
}
