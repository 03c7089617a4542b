import { isSameEvent, type SessionEvent } from '../core/event.ts';
import { reduceTodos } from '../core/plan.ts';
import { readBack } from '../store/read-back.ts';
import { readHead, type SessionHead } from '../store/read-head.ts';
import type { SessionStore, StoreOptions } from '../store/session-store.ts';

/** What a writer has to know of the open turn, beyond the plan. */
export interface TurnLog {
  /** The id of its `turn/start`; a log of the predecessor has none. */
  readonly start: string | undefined;
  /** The seq of the latest write of each tool call in this turn. */
  readonly calls: Map<string, number>;
}

/**
 * How far a writer has read a session. Never trusted: it decides what to append, and the store compares the version and
 * the last event.
 */
export interface Cursor extends SessionHead {
  /** `undefined` until it is needed: reading it costs as much as the open turn is long. */
  readonly turnLog: TurnLog | undefined;
}

/** Reads where a session stands now. */
export async function readCursor(
  store: SessionStore,
  sessionId: string,
  options: StoreOptions,
): Promise<Cursor> {
  return { ...(await readHead(store, sessionId, options)), turnLog: undefined };
}

/** Reads what came after a cursor; the same cursor when nothing did. One whose last event is gone is read anew. */
export async function refreshCursor(
  store: SessionStore,
  sessionId: string,
  cursor: Cursor,
  options: StoreOptions,
): Promise<Cursor> {
  const { version, uid, last } = cursor;
  const overlap = last === undefined ? 0 : 1;
  const range = { fromSeq: version - overlap, limit: 256 + overlap };
  const slice = await store.read(sessionId, { ...options, ...range });
  const [before, added] = [slice?.events.slice(0, overlap), slice?.events.slice(overlap) ?? []];
  const sameSession = (slice?.header.uid ?? null) === uid;
  const goesOn = last === undefined || (before?.[0] !== undefined && isSameEvent(before[0], last));
  const caughtUp = (slice?.version ?? 0) === version + added.length;
  if (!sameSession || !goesOn || !caughtUp) return readCursor(store, sessionId, options);
  return added.reduce(advanceCursor, cursor);
}

/** The cursor after one more event. */
export function advanceCursor(cursor: Cursor, event: SessionEvent): Cursor {
  const state = reduceTodos(cursor.state, event);
  const turnLog = nextTurnLog(cursor.turnLog, event);
  return { ...cursor, state, version: event.seq + 1, last: event, turnLog };
}

function nextTurnLog(log: TurnLog | undefined, event: SessionEvent): TurnLog | undefined {
  if (event.type === 'turn/start') return { start: event.id, calls: new Map() };
  if (log !== undefined && event.type === 'todo/write' && event.callId !== undefined) {
    // One map for the whole turn, since a copy for each write would make long turns slow. It only ever moves forward,
    // and a cursor that is behind is found out by the version or the last event.
    log.calls.set(event.callId, Math.max(event.seq, log.calls.get(event.callId) ?? 0));
  }
  return log;
}

/** The cursor with the open turn's log read. */
export async function withTurnLog(
  store: SessionStore,
  sessionId: string,
  cursor: Cursor,
  { signal }: StoreOptions,
): Promise<Cursor & { readonly turnLog: TurnLog }> {
  if (cursor.turnLog !== undefined) return { ...cursor, turnLog: cursor.turnLog };
  const calls = new Map<string, number>();
  const isOpen = cursor.state.turn?.open === true;
  const windows = isOpen ? readBack(store, sessionId, { beforeSeq: cursor.version, signal }) : [];
  for await (const { events } of windows) {
    for (const event of events.toReversed()) {
      if (event.type === 'turn/start') {
        return { ...cursor, turnLog: { start: event.id, calls } };
      }
      if (event.type === 'todo/write' && event.callId !== undefined && !calls.has(event.callId)) {
        calls.set(event.callId, event.seq);
      }
    }
  }
  return { ...cursor, turnLog: { start: undefined, calls } };
}
