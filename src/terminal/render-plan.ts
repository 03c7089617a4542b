import { assertOptions } from '../core/argument.ts';
import { settledTodos, type ShowablePlan, type ShownTodo } from '../core/settled.ts';
import { cutToWidth, displayWidth } from './display-width.ts';
import { glyphsOf, type Glyphs } from './glyphs.ts';
import { toPlainText } from './plain-text.ts';
import { paint } from './paint.ts';
import { visibleWindow } from './visible-window.ts';

/** How a plan is drawn. */
export interface RenderPlanOptions {
  /** Columns that a row may take. Default 80, also for 0, `NaN` and whatever else is no width; `Infinity` cuts nothing. */
  readonly columns?: number | undefined;
  /** Rows that the whole may take; a longer list is clipped around what is in progress. Default: no limit. */
  readonly rows?: number | undefined;
  /** Whether to colour rows. Default false. */
  readonly color?: boolean | undefined;
  /** Whether marks are ASCII only. The text of the tasks stays as it is. Default false. */
  readonly ascii?: boolean | undefined;
  /** Whether a first row says how much is done. Default false. */
  readonly header?: boolean | undefined;
}

const DEFAULT_COLUMNS = 80;
/** A row says in words that its task is paused if that leaves the task this many columns. */
const MIN_CONTENT_BESIDE_SUFFIX = 8;
const PAUSED = ' (paused)';

/**
 * Draws a plan as text, one task a row, without a newline at the end. Pure.
 *
 * Nothing in a task's text can act on the terminal (see `toPlainText`), and no row is wider than `columns`. In a turn
 * that is over, what was in progress is drawn as paused. `''` where nothing was planned; a list that was cleared is
 * `''` too, or `Plan: cleared` with a header. Throws a `TodoError` with code `invalid_option` for what is no plan.
 *
 * @example
 * console.log(renderPlan(await session.plan(), { columns: process.stdout.columns, header: true }));
 */
export function renderPlan(plan: ShowablePlan<string>, options: RenderPlanOptions = {}): string {
  assertOptions(options);
  return planRows(plan, options).join('\n');
}

/** The same, row by row. */
export function planRows(plan: ShowablePlan<string>, options: RenderPlanOptions): string[] {
  const { rows = Infinity, header = false } = options;
  const todos = settledTodos(plan);
  if (todos === null) return [];
  const drawing = drawingOf(options);
  const title = header ? [titleRow(todos, drawing)] : [];
  const capacity = Number.isNaN(rows) ? Infinity : Math.floor(rows) - title.length;
  const window = visibleWindow(todos.length, capacity, focusOf(todos));
  const { start, end, saysEarlier, saysMore } = window;
  const shown = todos.slice(start, end).map((todo) => todoRow(todo, drawing));
  const hidden = todos.length - shown.length;
  return [
    ...title,
    ...(saysEarlier ? [hiddenRow(`${start} earlier`, drawing)] : []),
    ...shown,
    ...(saysMore ? [hiddenRow(`${saysEarlier ? hidden - start : hidden} more`, drawing)] : []),
  ].slice(0, Math.max(0, rows));
}

/** What all rows of one drawing share. */
export interface Drawing {
  readonly columns: number;
  readonly color: boolean;
  readonly glyphs: Glyphs;
}

export function drawingOf({ columns, color = false, ascii = false }: RenderPlanOptions): Drawing {
  const isWidth = columns !== undefined && columns >= 1;
  return {
    columns: isWidth ? Math.floor(columns) : DEFAULT_COLUMNS,
    color,
    glyphs: glyphsOf(ascii),
  };
}

/** The row of one task. */
export function todoRow({ content, status }: ShownTodo<string>, drawing: Drawing): string {
  const { columns, glyphs, color } = drawing;
  const known = Object.hasOwn(glyphs.marks, status);
  // The key is one of the record's own: looked up on the line above.
  const mark = known ? glyphs.marks[status as keyof Glyphs['marks']] : glyphs.unknown;
  const room = columns - displayWidth(mark) - 1;
  if (room <= 0) return paint(cutToWidth(mark, columns, ''), status, color);

  const suffix = suffixOf(status, known);
  const isTold = room - displayWidth(suffix) >= MIN_CONTENT_BESIDE_SUFFIX;
  const told = isTold ? suffix : '';
  const text = toPlainText(content).trim();
  // A text of which nothing can be printed still is a task.
  const cut = cutToWidth(text === '' ? '\uFFFD' : text, room - displayWidth(told), glyphs.ellipsis);
  return `${paint(mark, status, color)} ${paint(cut + told, `${status}-text`, color)}`;
}

/** The row that says how much of a list is done. */
export function titleRow(todos: readonly ShownTodo<string>[], drawing: Drawing): string {
  const done = todos.filter(({ status }) => status === 'completed').length;
  const title = todos.length === 0 ? 'Plan: cleared' : `Plan: ${done} of ${todos.length} done`;
  return paint(cutToWidth(title, drawing.columns, drawing.glyphs.ellipsis), 'title', drawing.color);
}

function hiddenRow(text: string, { columns, color, glyphs }: Drawing): string {
  return paint(cutToWidth(`${glyphs.ellipsis} ${text}`, columns, ''), 'hidden', color);
}

function suffixOf(status: string, known: boolean): string {
  if (status === 'paused') return PAUSED;
  return known ? '' : ` (${toPlainText(status)})`;
}

/** The task that people look for: the first that is under way, else the first that is still to do, else the last. */
function focusOf(todos: readonly ShownTodo<string>[]): number {
  const active = todos.findIndex(({ status }) => status === 'in_progress' || status === 'paused');
  if (active >= 0) return active;
  const next = todos.findIndex(({ status }) => status === 'pending');
  return next >= 0 ? next : Math.max(0, todos.length - 1);
}
