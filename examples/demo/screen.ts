import type { SessionEvent } from 'ai-sdk-todo';
import {
  cutToWidth,
  renderPlan,
  terminalStyle,
  toPlainText,
  type ShowablePlan,
} from 'ai-sdk-todo/terminal';

/** Text in one row of the terminal, or in 100 characters where there is none. */
export function row(text: string, out: NodeJS.WriteStream = process.stdout): string {
  return cutToWidth(toPlainText(text), out.columns ?? 100);
}

/** What the marks of a plan mean. */
export function legend(out: NodeJS.WriteStream = process.stdout): string {
  const style = terminalStyle(out);
  const statuses = ['pending', 'in_progress', 'completed'] as const;
  const marks = statuses.map((status) => {
    const todos = [{ content: status.replace('_', ' '), status }];
    return renderPlan({ todos }, style);
  });
  return `Marks: ${marks.join('  ')}`;
}

/** A whole plan, for a reader of a pipe: a live plan has only told what changed. In a terminal it stands there. */
export function wholePlan(plan: ShowablePlan, out: NodeJS.WriteStream = process.stdout): string {
  const style = terminalStyle(out);
  return style.redraw ? '' : renderPlan(plan, { ...style, header: true });
}

/** One event of a log. */
export function eventRow({ seq, type, data }: SessionEvent): string {
  return row(`  ${String(seq).padStart(2)}  ${type.padEnd(10)}  ${JSON.stringify(data)}`);
}
