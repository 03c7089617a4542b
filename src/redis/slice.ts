import { isRecord, SESSION_FORMAT_VERSION, type SessionHeader } from '../core/event.ts';
import { SessionDamagedError, TodoError } from '../core/errors.ts';
import type { SessionSlice } from '../store/session-store.ts';
import { eventOf, parse, readRecord, type StoredRecord } from './record.ts';

/** What one reply brought of a session: some of its elements in order, and what tells where they stand. */
export interface StoredPart {
  readonly sessionId: string;
  /** Elements of the list, from the event with `fromSeq` on. */
  readonly elements: readonly unknown[];
  readonly fromSeq: number;
  /** The first element of the whole list, its last one, and how many there are. */
  readonly first: unknown;
  readonly last: unknown;
  readonly length: number;
  /** The end of the log was asked for: what stood before it does not matter. */
  readonly isTail?: boolean;
}

/** The version and uid that a session's last element tells; throws when nobody may go on from there. */
export function standOf(
  sessionId: string,
  last: unknown,
  length: number,
): { readonly version: number; readonly uid: string } {
  const record = readRecord(last);
  if (record.kind === 'header') return { version: 0, uid: record.uid };
  if (record.kind === 'event') return { version: record.seq + 1, uid: record.uid };
  throw unreadable(sessionId, record, length - 1);
}

/**
 * Turns stored elements into a slice, or throws what is wrong with them: nothing is passed over.
 *
 * Where the start of the log was trimmed, events can still be read from those that are left; reading from the start is
 * damage at index 0.
 */
export function sliceOf({
  sessionId,
  elements,
  fromSeq,
  first,
  last,
  length,
  isTail = false,
}: StoredPart): SessionSlice {
  const { version, uid } = standOf(sessionId, last, length);
  const header = headerOf(sessionId, first, uid, isTail || fromSeq > 0);
  const missing = version + 1 - length;
  const events = elements.map((element, i) => {
    const record = readRecord(element);
    const seq = fromSeq + i;
    const index = Math.max(0, seq + 1 - missing);
    const event = eventOf(record);
    if (event === undefined) throw unreadable(sessionId, record, index);
    if (event.seq !== seq || (record.kind === 'event' && record.uid !== uid)) {
      throw new SessionDamagedError(
        sessionId,
        { index },
        missing > 0 ? `${missing} records before it are missing` : 'another event stands there',
      );
    }
    return event;
  });
  return { header, version, events };
}

function headerOf(
  sessionId: string,
  first: unknown,
  uid: string,
  mayLackStart: boolean,
): SessionHeader {
  const record = readRecord(first);
  if (record.kind === 'event') {
    if (mayLackStart) return lostHeader(sessionId, uid, record);
    throw new SessionDamagedError(
      sessionId,
      { index: 0 },
      `its start was removed, and the first event that is left is ${record.seq}`,
    );
  }
  if (record.kind !== 'header') throw unreadable(sessionId, record, 0);
  const header = parse(record.json);
  const version = isRecord(header) ? header['version'] : undefined;
  if (typeof version === 'number' && version > SESSION_FORMAT_VERSION)
    throw tooNew(sessionId, version);
  if (!isHeader(header) || header.id !== sessionId || header.uid !== uid) {
    throw new SessionDamagedError(
      sessionId,
      { index: 0 },
      'its header is not the one of this session',
    );
  }
  return header;
}

function isHeader(value: unknown): value is SessionHeader {
  return isRecord(value) && value['type'] === 'session' && typeof value['createdAt'] === 'number';
}

/** What is still known of a header that was trimmed away. */
function lostHeader(sessionId: string, uid: string, oldest: StoredRecord): SessionHeader {
  const createdAt = eventOf(oldest)?.time ?? 0;
  return { type: 'session', version: SESSION_FORMAT_VERSION, id: sessionId, uid, createdAt };
}

/** The error for a record that cannot be used. */
export function unreadable(sessionId: string, record: StoredRecord, index: number): TodoError {
  return record.kind === 'too-new'
    ? tooNew(sessionId, record.format)
    : new SessionDamagedError(sessionId, { index }, 'there is no record of this format');
}

export function tooNew(sessionId: string, format: number): TodoError {
  return new TodoError(
    'session_too_new',
    `Session ${JSON.stringify(sessionId)} was written by a newer version (format ${format}, known is ${SESSION_FORMAT_VERSION}). Upgrade ai-sdk-todo to read it. Nothing was changed.`,
  );
}

export function expired(sessionId: string): TodoError {
  return new TodoError(
    'session_expired',
    `Session ${JSON.stringify(sessionId)} is gone though nobody deleted it: it expired, was evicted or was removed behind the store's back. Delete it to start anew under this id.`,
  );
}
