import { isRecord, SESSION_FORMAT_VERSION } from '../event.ts';
import { isSessionId } from '../session-id.ts';
import { describe } from './describe.ts';
import { isPredecessorHeader } from './predecessor.ts';

const KNOWN_FIELDS = new Set(['type', 'version', 'id', 'uid', 'createdAt', 'parentSession']);

/** What the trace needs of a session's header. */
export interface HeaderReading {
  /** What is wrong with it, one sentence a fault. */
  readonly faults: readonly string[];
  readonly unknownFields: readonly string[];
  readonly isPredecessor: boolean;
}

/**
 * Checks a session's header. Never throws.
 *
 * @param sessionId the id that it must name, where that is known.
 */
export function readHeader(header: unknown, sessionId?: string): HeaderReading {
  try {
    const record = isRecord(header) ? header : {};
    return {
      faults: headerFaults(header, sessionId),
      unknownFields: Object.keys(record).filter((field) => !KNOWN_FIELDS.has(field)),
      isPredecessor: isPredecessorHeader(header),
    };
  } catch {
    const faults = ['the header cannot be read: one of its fields throws'];
    return { faults, unknownFields: [], isPredecessor: false };
  }
}

function headerFaults(header: unknown, sessionId: string | undefined): readonly string[] {
  if (!isRecord(header)) return [`the header must be an object; got ${describe(header)}`];
  const { type, version, id, uid, createdAt, parentSession } = header;
  const known = SESSION_FORMAT_VERSION;
  if (typeof version === 'number' && version > known) {
    // Only the newer release knows what else its header must hold.
    return [
      `the session was written by a newer version: its format is ${version}, and this one reads up to ${known}`,
    ];
  }
  const faults: string[] = [];
  const want = (holds: boolean, field: string, wanted: string, found: unknown) => {
    if (!holds) faults.push(`${field} of the header must be ${wanted}; got ${describe(found)}`);
  };
  want(type === 'session', 'type', '"session"', type);
  want(version === 0 || version === known, 'version', String(known), version);
  want(isSessionId(id), 'id', 'a session id', id);
  if (isSessionId(id) && sessionId !== undefined) {
    want(id === sessionId, 'id', describe(sessionId), id);
  }
  // The predecessor has no uid.
  want(version === 0 || (typeof uid === 'string' && uid !== ''), 'uid', 'a non-empty string', uid);
  want(Number.isFinite(createdAt), 'createdAt', 'Unix milliseconds', createdAt);
  want(
    parentSession === undefined || isSessionId(parentSession),
    'parentSession',
    'a session id',
    parentSession,
  );
  return faults;
}
