import type { ShowablePlan } from '../core/settled.ts';
import { atProcessEnd } from './at-process-end.ts';
import { drawBelow, eraseBelow, moveBelow } from './below-cursor.ts';
import type { LivePlan, LivePlanOptions } from './live-plan.ts';
import { plainPieces } from './plain-pieces.ts';
import { toPlainText } from './plain-text.ts';
import { planRows } from './render-plan.ts';
import { terminalStyle, type TerminalStream } from './terminal-style.ts';
import { createTextCursor } from './text-cursor.ts';

const DEFAULT_SIZE = { columns: 80, rows: 24 };
/** Dragging the edge of a window sends many sizes: it is drawn anew once they have stopped coming for this long. */
const RESIZE_PAUSE_MS = 50;

/**
 * A live plan for terminals. The cursor stays where the running text goes on; the plan hangs on the rows below it and
 * is drawn from there each time, so that nothing depends on how many rows the last drawing takes: a count is wrong as
 * soon as the window is resized or somebody else prints.
 */
export function redrawnPlan(
  stream: TerminalStream,
  options: LivePlanOptions,
): Pick<LivePlan, 'update' | 'log' | 'write' | 'stop'> {
  const { header = true } = options;
  const pieces = plainPieces();
  const cursor = createTextCursor();
  let plan: ShowablePlan<string> | undefined;
  let drawn: readonly string[] = [];
  let resizing: ReturnType<typeof setTimeout> | undefined;
  /** What was printed since the last resize began. */
  let waiting = '';
  let stopped = false;

  const size = () => {
    const { columns, rows } = terminalStyle(stream, options);
    return { columns: whole(columns, DEFAULT_SIZE.columns), rows: whole(rows, DEFAULT_SIZE.rows) };
  };
  const compose = (): readonly string[] => {
    if (plan === undefined) return [];
    const { columns, rows } = size();
    // One row is the text's own.
    return planRows(plan, { ...terminalStyle(stream, options), header, columns, rows: rows - 1 });
  };
  const draw = (rows: readonly string[]): string => {
    drawn = rows;
    return cursor.settle() + drawBelow(rows);
  };
  const redraw = () => {
    const rows = compose();
    if (rows.length > 0 || drawn.length > 0) stream.write(draw(rows));
  };

  const isAtStart = () => (waiting === '' ? cursor.isAtStart : waiting.endsWith('\n'));
  const print = (text: string) => {
    if (resizing !== undefined) waiting += text;
    else if (text !== '') {
      const staysOnRow = cursor.print(text, size().columns);
      if (drawn.length === 0 || staysOnRow) stream.write(text);
      else stream.write(eraseBelow() + text + draw(compose()));
    }
  };
  const onResize = () => {
    cursor.resize(size().columns);
    // Gone until the size is settled: what is not there cannot be wrapped by the terminal as the window gets narrower.
    // The text waits too, since nobody knows where it would go.
    if (drawn.length > 0) stream.write(draw([]));
    clearTimeout(resizing);
    resizing = setTimeout(() => {
      onResized();
      redraw();
    }, RESIZE_PAUSE_MS);
  };
  const onResized = () => {
    clearTimeout(resizing);
    resizing = undefined;
    const text = waiting;
    waiting = '';
    print(text);
  };
  const leave = () => {
    if (stopped) return;
    onResized();
    print(pieces.rest());
    stopped = true;
    release();
    stream.off?.('resize', onResize);
    const rows = compose();
    if (rows.length > 0) {
      stream.write(draw(rows) + moveBelow(rows.length));
      cursor.print('\n', Infinity);
    }
    plan = undefined;
    drawn = [];
  };

  stream.on?.('resize', onResize);
  const release = atProcessEnd(leave);
  return {
    update(next) {
      if (stopped) return;
      plan = next;
      const rows = compose();
      const isSame = rows.length === drawn.length && rows.every((row, i) => row === drawn[i]);
      if (!isSame && resizing === undefined) redraw();
    },
    log(text, { raw = false } = {}) {
      print(pieces.rest());
      const plain = raw ? text : toPlainText(text, { lines: true });
      print(`${isAtStart() ? '' : '\n'}${plain}${plain.endsWith('\n') ? '' : '\n'}`);
    },
    write: (piece) => print(pieces.next(piece)),
    stop: leave,
  };
}

function whole(value: number | undefined, otherwise: number): number {
  return value !== undefined && value >= 1 && Number.isFinite(value)
    ? Math.floor(value)
    : otherwise;
}
