import type { Failure } from '../errors.ts';
import type { CheckedSession, Report } from './report.ts';

/** The report of one session, which may fail before it has begun or while it runs. */
export interface OwnReport extends Report {
  /** Tells who is checked, for a failure before the session has begun. */
  name(session: CheckedSession): void;
  /** Ends the session as one that could not be checked. */
  fail(failure: Failure): void;
}

export function createOwnReport(report: Report): OwnReport {
  let named: CheckedSession = { id: undefined, file: undefined, format: 'ai-sdk-todo' };
  let hasBegun = false;
  const begin = (session: CheckedSession) => {
    if (!hasBegun) report.begin(session);
    hasBegun = true;
  };
  return {
    ...report,
    begin,
    name(session) {
      named = session;
    },
    violation(violation) {
      begin(named);
      report.violation(violation);
    },
    finish(result) {
      begin(named);
      report.finish(result);
    },
    fail(failure) {
      begin(named);
      report.finish({ events: 0, notes: [], failure });
    },
  };
}
