import { assertOptions } from '../core/argument.ts';
import { sessionNotFound } from '../core/errors.ts';
import type { CheckResult } from '../core/invariants/check-events.ts';
import { createSessionTrace } from '../core/invariants/session-trace.ts';
import type { TraceNote, Violation } from '../core/invariants/violation.ts';
import { assertStore } from './check-options.ts';
import { readPages } from './read-pages.ts';
import type { SessionStore, StoreOptions } from './session-store.ts';

/**
 * Checks a stored session, header and events, as it stands when the check begins.
 *
 * Reads in pages, so that memory does not grow with the log, only with what is found. Changes nothing. Throws a
 * `TodoError` with code `session_not_found` for a session that does not exist, and `session_replaced` for one that was
 * deleted or made anew meanwhile; what the store throws (damaged, too new, away, aborted by `signal`) passes through.
 *
 * @example
 * const { violations } = await checkSession(store, 'chat-1');
 * if (violations.length > 0) console.error(violations);
 */
export async function checkSession(
  store: SessionStore,
  sessionId: string,
  options: StoreOptions = {},
): Promise<CheckResult> {
  assertStore(store);
  assertOptions(options);
  const { signal } = options;
  const notes: TraceNote[] = [];
  const violations: Violation[] = [];
  const trace = createSessionTrace({ sessionId, onNote: (note) => notes.push(note) });
  let events = 0;
  let found = false;
  for await (const slice of readPages(store, sessionId, { signal })) {
    if (!found) violations.push(...trace.header(slice.header));
    found = true;
    for (const event of slice.events) {
      for (const violation of trace.advance(event)) violations.push(violation);
    }
    events += slice.events.length;
  }
  if (!found) throw sessionNotFound(sessionId);
  return { events, violations, notes };
}
