import type { TracePlace } from '../../core/invariants/violation.ts';
import type { Output } from '../output/output.ts';
import { name, plain } from '../output/safe-text.ts';
import { noTotals, type CheckedSession, type Report } from './report.ts';

export interface HumanReportOptions {
  /** Leaves out what is not wrong. */
  readonly quiet: boolean;
  /** Names every kind of event and field that is not known in logs of the predecessor, where most are of that kind. */
  readonly notes: boolean;
  readonly color: boolean;
}

/** Prints findings for people, one a line: `file:line (byte B) seq S rule: message`. */
export function createHumanReport(
  out: Output,
  { quiet, notes: wantsAll, color }: HumanReportOptions,
): Report {
  const totals = noTotals();
  let session: CheckedSession = { id: undefined, file: undefined, format: 'ai-sdk-todo' };
  let violations = 0;
  const paint = (text: string, code: string) => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const titleOf = () => {
    const { id, file, format } = session;
    const parts = [id === undefined ? undefined : name(id), file && plain(file)];
    const from = format === 'deepseek-harness' ? ', DeepSeek Harness' : '';
    const [first = 'session', second] = parts.filter((part) => part !== undefined);
    return second === undefined ? `${first}${from}` : `${first} (${second}${from})`;
  };
  const prefixOf = (place: TracePlace | undefined) => {
    const at = session.file === undefined ? name(session.id ?? 'session') : plain(session.file);
    const { line, byte } = place ?? {};
    return line === undefined ? at : `${at}:${line} (byte ${byte})`;
  };
  return {
    begin(next) {
      session = next;
      violations = 0;
    },
    violation({ rule, seq, message, place }) {
      violations += 1;
      const at = seq < 0 ? 'header' : `seq ${seq}`;
      out.line(`${prefixOf(place)} ${at} ${paint(rule, '31')}: ${plain(message)}`);
    },
    finish({ events, notes, torn, failure }) {
      totals.sessions += 1;
      totals.events += events;
      totals.violations += violations;
      if (!quiet) {
        const isHidden = (rule: string) =>
          rule.startsWith('unknown-') && session.format === 'deepseek-harness' && !wantsAll;
        for (const { rule, message, count, seq, place } of notes) {
          if (isHidden(rule)) continue;
          const times = count > 1 ? ` (${count} times, first here)` : '';
          const at = seq < 0 ? 'header' : `seq ${seq}`;
          out.line(`${prefixOf(place)} ${at} note ${rule}: ${plain(message)}${times}`);
        }
        if (torn !== undefined) {
          out.line(
            `${prefixOf(torn)} note torn: an append that never became whole; readers ignore it`,
          );
        }
      }
      if (failure !== undefined) {
        totals.failures += 1;
        out.line(`${titleOf()}: ${paint('could not be checked', '31')}: ${plain(failure.message)}`);
      } else if (violations > 0) {
        out.line(`${titleOf()}: ${countOf(events, 'event')}, ${countOf(violations, 'violation')}`);
      } else if (!quiet) {
        out.line(`${titleOf()}: ${countOf(events, 'event')}, ${paint('clean', '32')}`);
      }
    },
    end() {
      const { sessions, events, failures } = totals;
      if (sessions !== 1 && !(quiet && totals.violations === 0 && failures === 0)) {
        const failed = failures > 0 ? `, ${failures} could not be checked` : '';
        out.line(
          `${countOf(sessions, 'session')}, ${countOf(events, 'event')}, ${countOf(totals.violations, 'violation')}${failed}`,
        );
      }
      return totals;
    },
  };
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
