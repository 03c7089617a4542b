import type { TracePlace } from '../../core/invariants/violation.ts';
import type { Output } from '../output/output.ts';
import { json } from '../output/safe-text.ts';
import { noTotals, type Report } from './report.ts';

/**
 * Prints findings as one JSON document, piece by piece:
 * `{ sessions: [{ session, file, format, violations, events, notes, torn?, error? }], totals… }`.
 */
export function createJsonReport(out: Output): Report {
  const totals = noTotals();
  let violations = 0;
  let hasBegun = false;
  // What cannot even be opened gets no half of a document.
  const beginDocument = () => {
    if (!hasBegun) out.write('{"sessions":[');
    hasBegun = true;
  };
  return {
    begin({ id, file, format }) {
      beginDocument();
      violations = 0;
      const fields = json({ session: id ?? null, ...(file && { file }), format });
      const comma = totals.sessions > 0 ? ',' : '';
      out.write(`${comma}\n${fields.slice(0, -1)},"violations":[`);
    },
    violation({ rule, seq, message, place }) {
      out.write(`${violations > 0 ? ',' : ''}\n${json({ rule, seq, message, ...place })}`);
      violations += 1;
    },
    finish({ events, notes, torn, failure }) {
      totals.sessions += 1;
      totals.events += events;
      totals.violations += violations;
      if (failure !== undefined) totals.failures += 1;
      const rest = {
        events,
        notes: notes.map(({ place, ...note }) => ({
          ...note,
          ...(place satisfies TracePlace | undefined),
        })),
        ...(torn && { torn }),
        ...(failure && { error: failure }),
      };
      out.write(`],${json(rest).slice(1)}`);
    },
    end() {
      beginDocument();
      const { sessions, ...counts } = totals;
      out.line(`\n],${json({ checked: sessions, ...counts }).slice(1)}`);
      return totals;
    },
  };
}
