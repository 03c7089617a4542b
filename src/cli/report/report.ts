import type { Failure } from '../errors.ts';
import type { TracePlace, Violation } from '../../core/invariants/violation.ts';
import type { NoteSummary } from '../check/note-tally.ts';

/** The session that is checked now. */
export interface CheckedSession {
  /** `undefined` where the log does not say. */
  readonly id: string | undefined;
  /** The path of its log, where it has one. */
  readonly file: string | undefined;
  readonly format: 'ai-sdk-todo' | 'deepseek-harness';
}

export interface CheckedResult {
  readonly events: number;
  readonly notes: readonly NoteSummary[];
  readonly torn?: TracePlace | undefined;
  /** What could not be checked, if anything. */
  readonly failure?: Failure | undefined;
}

export interface Totals {
  readonly sessions: number;
  readonly events: number;
  readonly violations: number;
  /** Sessions that could not be checked, or not as a whole. */
  readonly failures: number;
}

/** Takes the findings of a check as they come; nothing is kept. */
export interface Report {
  begin(session: CheckedSession): void;
  violation(violation: Violation): void;
  /** Ends the session that was begun. */
  finish(result: CheckedResult): void;
  /** Ends all of it. */
  end(): Totals;
}

export type Count = { -readonly [K in keyof Totals]: number };

export const noTotals = (): Count => ({ sessions: 0, events: 0, violations: 0, failures: 0 });
