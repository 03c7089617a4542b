import { TodoError } from '../core/errors.ts';
import type { CheckResult } from '../core/invariants/check-events.ts';
import { createSessionTrace } from '../core/invariants/session-trace.ts';
import type { TraceNote, Violation } from '../core/invariants/violation.ts';
import type { SessionSlice, SessionStore, StoreOptions } from './session-store.ts';

/** How many events one read asks for. */
const PAGE = 256;

/**
 * Checks a stored session, header and events, as it stands when the check begins.
 *
 * Reads in pages, so that memory does not grow with the log, only with what is found. Changes nothing. Throws a
 * `TodoError` with code `session_not_found` for a session that does not exist, or no longer does, and `session_replaced`
 * for one that was made anew meanwhile; what the store throws (damaged, too new, away, aborted by `signal`) passes through.
 *
 * @example
 * const { violations } = await checkSession(store, 'chat-1');
 * if (violations.length > 0) console.error(violations);
 */
export async function checkSession(
  store: SessionStore,
  sessionId: string,
  { signal }: StoreOptions = {},
): Promise<CheckResult> {
  const read = async (fromSeq: number): Promise<SessionSlice> => {
    const slice = await store.read(sessionId, { fromSeq, limit: PAGE, signal });
    if (slice !== null) return slice;
    throw new TodoError(
      'session_not_found',
      `Session ${JSON.stringify(sessionId)} does not exist in this store; check the id, or list the sessions.`,
    );
  };

  let slice = await read(0);
  const { header, version } = slice;
  const notes: TraceNote[] = [];
  const trace = createSessionTrace({ sessionId, onNote: (note) => notes.push(note) });
  const violations: Violation[] = [...trace.header(header)];
  let checked = 0;
  for (;;) {
    for (const event of slice.events.slice(0, version - checked)) {
      for (const violation of trace.advance(event)) violations.push(violation);
      checked += 1;
    }
    if (checked >= version) return { events: checked, violations, notes };
    slice = await read(checked);
    if (slice.header.uid !== header.uid) {
      throw new TodoError(
        'session_replaced',
        `Session ${JSON.stringify(sessionId)} was deleted and made anew while it was checked; check it again.`,
      );
    }
    if (slice.events.length === 0) {
      throw new TodoError(
        'store_failed',
        `The store answers no event ${checked} of session ${JSON.stringify(sessionId)}, though it counts ${version}.`,
      );
    }
  }
}
