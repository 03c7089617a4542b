import { assertEvents } from '../argument.ts';
import { createSessionTrace } from './session-trace.ts';
import type { TraceNote, Violation } from './violation.ts';

/** What a check found, in the order of the events. */
export interface CheckResult {
  /** How many events were checked. */
  readonly events: number;
  /** The rules that are broken; empty for a well-formed session. */
  readonly violations: readonly Violation[];
  /** What breaks no rule: unknown types and fields, time running backwards, tasks that left the plan unfinished. */
  readonly notes: readonly TraceNote[];
}

/**
 * Checks the events of a session, from its first one on.
 *
 * Collects all that is wrong and never throws for bad data, whatever stands in the list. One fault gives one violation
 * for each rule that it breaks. What is no iterable at all is a `TodoError` with code `invalid_option`. Pure; for a session
 * in a store use `checkSession`.
 *
 * @example
 * const { violations } = checkEvents(events);
 * for (const { rule, seq, message } of violations) console.error(`event ${seq}: ${message} (${rule})`);
 */
export function checkEvents(events: Iterable<unknown>): CheckResult {
  assertEvents(events);
  const notes: TraceNote[] = [];
  const violations: Violation[] = [];
  const trace = createSessionTrace({ onNote: (note) => notes.push(note) });
  let count = 0;
  for (const event of events) {
    for (const violation of trace.advance(event)) violations.push(violation);
    count += 1;
  }
  return { events: count, violations, notes };
}
