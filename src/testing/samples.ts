import type { NewSessionEvent, SessionEvent } from '../core/event.ts';
import { randomId } from '../core/random-id.ts';
import type {
  AppendResult,
  SessionPage,
  SessionSlice,
  SessionStore,
} from '../store/session-store.ts';
import { check, checkEqual, StoreCaseError } from './expect.ts';

/** The session that most cases work on. */
export const SESSION = 'session';

/** An event with an id, as our kit writes them. */
export function note(data: unknown = {}, fields: Partial<NewSessionEvent> = {}): NewSessionEvent {
  return { time: 1_764_520_000_000, type: 'test/note', id: randomId(), data, ...fields };
}

/** `count` events whose data says which one it is. */
export function notes(count: number, label = 'note'): NewSessionEvent[] {
  return Array.from({ length: count }, (_, n) => note({ label, n }));
}

/** Appends at a version that the case knows. */
export function append(
  store: SessionStore,
  events: readonly NewSessionEvent[],
  expectedVersion = 0,
  sessionId = SESSION,
): Promise<AppendResult> {
  return store.append(sessionId, events, { expectedVersion });
}

/** Reads a session that must be there. */
export async function readAll(store: SessionStore, sessionId = SESSION): Promise<SessionSlice> {
  const slice = await store.read(sessionId);
  check(slice !== null, `Session ${JSON.stringify(sessionId)} is missing.`);
  return slice;
}

/** What a store returns for the events of one append: numbered, and all but the last marked with `more`. */
export function asStored(events: readonly NewSessionEvent[], firstSeq = 0): SessionEvent[] {
  return events.map((event, i) => {
    const stored = { ...event, seq: firstSeq + i };
    return i < events.length - 1 ? { ...stored, more: true } : stored;
  });
}

/** Fails the case unless the session holds exactly these events. */
export async function checkLog(
  store: SessionStore,
  expected: readonly SessionEvent[],
  what: string,
  sessionId = SESSION,
): Promise<void> {
  const slice = await readAll(store, sessionId);
  checkEqual(slice.version, expected.length, `${what}: the version`);
  checkEqual(slice.events, expected, `${what}: the events`);
}

/** Fails the case unless the session does not exist. */
export async function checkAbsent(
  store: SessionStore,
  what: string,
  sessionId = SESSION,
): Promise<void> {
  checkEqual(await store.read(sessionId), null, `${what}: read`);
  checkEqual(await store.tail(sessionId, 1), null, `${what}: tail`);
}

/** Lists every session, page by page; fails the case where a page is too long, a session comes twice or no end comes. */
export async function listAll(
  store: SessionStore,
  limit?: number,
  betweenPages?: (page: number) => Promise<void>,
): Promise<SessionPage['sessions']> {
  const sessions = new Map<string, SessionPage['sessions'][number]>();
  let cursor: string | undefined;
  for (let page = 0; page < 5_000; page += 1) {
    const answer: SessionPage = await store.list({ limit, cursor });
    const max = limit ?? 100;
    check(
      answer.sessions.length <= max,
      `A page of at most ${max} has ${answer.sessions.length} sessions.`,
    );
    for (const session of answer.sessions) {
      check(!sessions.has(session.id), `Listed twice: ${JSON.stringify(session.id)}.`);
      sessions.set(session.id, session);
    }
    if (answer.cursor === undefined) return [...sessions.values()];
    cursor = answer.cursor;
    await betweenPages?.(page);
  }
  throw new StoreCaseError('The list has no end: 5,000 pages, and a cursor on each.');
}
