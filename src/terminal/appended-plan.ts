import { settledTodos, type ShowablePlan, type ShownTodo } from '../core/settled.ts';
import { cutToWidth } from './display-width.ts';
import type { LivePlan, LivePlanOptions } from './live-plan.ts';
import { toPlainText } from './plain-text.ts';
import { drawingOf, titleRow, todoRow, type Drawing } from './render-plan.ts';
import { plainPieces } from './plain-pieces.ts';
import { terminalStyle, type TerminalStream } from './terminal-style.ts';

type Shown = readonly ShownTodo<string>[] | null;

const INDENT = '  ';

/** A live plan for pipes and files: what changed is appended, and nothing is ever drawn over. */
export function appendedPlan(
  stream: TerminalStream,
  options: LivePlanOptions,
): Pick<LivePlan, 'update' | 'log' | 'write' | 'stop'> {
  const style = terminalStyle(stream, options);
  // A log is read in many windows: nothing is cut unless somebody says how wide it is.
  const drawing = drawingOf({ ...style, columns: style.columns ?? Infinity });
  const pieces = plainPieces();
  let shown: Shown = null;
  /** The plan that waits for the end of a line of running text: it must not be taken apart. */
  let next: ShowablePlan<string> | undefined;
  let isLineOpen = false;
  let stopped = false;

  const put = (text: string) => {
    if (text === '') return;
    stream.write(text);
    isLineOpen = !text.endsWith('\n');
  };
  const putPlan = () => {
    if (next === undefined) return;
    const todos = settledTodos(next);
    const rows = changedRows(shown, todos, drawing, options.header ?? true);
    next = undefined;
    shown = todos;
    if (rows.length > 0) put(`${rows.join('\n')}\n`);
  };
  const print = (text: string) => {
    const end = next === undefined ? 0 : text.indexOf('\n') + 1;
    put(text.slice(0, end));
    if (!isLineOpen) putPlan();
    put(text.slice(end));
  };
  const endLine = () => {
    print(pieces.rest());
    if (isLineOpen) print('\n');
  };

  return {
    update(plan) {
      if (stopped) return;
      next = plan;
      if (!isLineOpen) putPlan();
    },
    log(text, { raw = false } = {}) {
      endLine();
      const plain = raw ? text : toPlainText(text, { lines: true });
      print(plain.endsWith('\n') ? plain : `${plain}\n`);
    },
    write: (piece) => print(pieces.next(piece)),
    stop() {
      print(pieces.rest());
      if (next !== undefined) endLine();
      stopped = true;
    },
  };
}

/** What has to be said of a list for somebody who has read everything before. */
function changedRows(before: Shown, after: Shown, drawing: Drawing, header: boolean): string[] {
  const known = new Map((before ?? []).map(({ content, status }) => [content, status]));
  if (after === null || after.length === 0) {
    const isNews = known.size > 0 || (before === null && after !== null);
    return isNews ? [titleRow([], drawing)] : [];
  }
  const narrower = { ...drawing, columns: Math.max(1, drawing.columns - INDENT.length) };
  const kept = new Set(after.map(({ content }) => content));
  const changed = after
    .filter(({ content, status }) => known.get(content) !== status)
    .map((todo) => INDENT + todoRow(todo, narrower));
  const leftOut = (before ?? [])
    .filter(({ content, status }) => status !== 'completed' && !kept.has(content))
    .map(({ content }) => `left out: ${toPlainText(content)}`)
    .map((row) => INDENT + cutToWidth(row, narrower.columns, drawing.glyphs.ellipsis));
  const title = titleRow(after, drawing);
  const isNews = changed.length + leftOut.length > 0 || title !== titleRow(before ?? [], drawing);
  return isNews ? [...(header ? [title] : []), ...changed, ...leftOut] : [];
}
