import { assertArgument, assertOptions, assertString } from '../core/argument.ts';
import { assertPlan, type ShowablePlan } from '../core/settled.ts';
import { appendedPlan } from './appended-plan.ts';
import { redrawnPlan } from './redrawn-plan.ts';
import { terminalStyle, type TerminalStream, type TerminalStyleOptions } from './terminal-style.ts';

export interface LivePlanOptions extends TerminalStyleOptions {
  /** Whether a first row says how much is done. Default true. */
  readonly header?: boolean | undefined;
}

/** A plan that follows the work, on one output stream. */
export interface LivePlan {
  /** Shows this plan from now on. Writes nothing where the rows stay the same. */
  update(plan: ShowablePlan<string>): void;

  /**
   * Shows each plan of `session.watch()`, in order. Settles like the iteration: abort the signal of the watch when you
   * are done. `stop` leaves the iteration too.
   */
  follow(plans: AsyncIterable<ShowablePlan<string>>): Promise<void>;

  /**
   * Prints lines above the plan, made safe by `toPlainText`. After `stop` it still prints.
   *
   * @param options.raw prints the text as it is: for text of your own that has colours. Default false.
   */
  log(text: string, options?: { readonly raw?: boolean | undefined }): void;

  /** Prints a piece of running text above the plan, such as what a model streams, made safe by `toPlainText`. */
  write(piece: string): void;

  /**
   * Leaves the plan where it stands, puts the cursor on the row below it and frees every listener. Later updates are
   * ignored.
   */
  stop(): void;

  /** The same as `stop`. */
  [Symbol.dispose](): void;
}

/**
 * Shows a plan that changes: on a terminal it is redrawn in place below whatever is printed, elsewhere each change is
 * appended as lines, between those of the text.
 *
 * On a terminal the cursor stays where text goes on, on the row above the plan, and is never left hidden. So a resize
 * loses nothing of the text, whether or not the terminal wraps its lines anew, and what others print meanwhile stays
 * there. Where the window is too small the plan is clipped around what is in progress. When the process ends, by
 * itself, by an exception, `SIGINT`, `SIGTERM` or `SIGHUP`, the plan stays on the screen with the cursor below it;
 * signals do what they would do without it. One live plan at a time on a terminal.
 *
 * Throws a `TodoError` with code `invalid_option` for what is no stream, and its functions do for what is no plan or text.
 *
 * @example
 * using live = livePlan(process.stdout);
 * const stop = new AbortController();
 * const following = live.follow(session.watch({ signal: stop.signal }));
 * for await (const piece of result.textStream) live.write(piece);
 * stop.abort();
 * await following;
 */
export function livePlan(stream: TerminalStream, options: LivePlanOptions = {}): LivePlan {
  const { redraw } = terminalStyle(stream, options);
  const canWrite = typeof stream.write === 'function';
  assertArgument(canWrite, 'stream', 'a stream that can be written to', stream);
  const live = redraw ? redrawnPlan(stream, options) : appendedPlan(stream, options);
  const stopping = new AbortController();
  const stop = () => {
    live.stop();
    stopping.abort();
  };
  const update = (plan: ShowablePlan<string>) => {
    assertPlan(plan);
    live.update(plan);
  };
  return {
    update,
    follow: async (plans) => showAll(plans, update, stopping.signal),
    log(text, logOptions) {
      assertString('text', text);
      assertOptions(logOptions);
      live.log(text, logOptions);
    },
    write(piece) {
      assertString('piece', piece);
      live.write(piece);
    },
    stop,
    [Symbol.dispose]: stop,
  };
}

async function showAll<PLAN>(
  plans: AsyncIterable<PLAN>,
  show: (plan: PLAN) => void,
  signal: AbortSignal,
): Promise<void> {
  const canFollow = typeof plans?.[Symbol.asyncIterator] === 'function';
  assertArgument(canFollow, 'plans', 'an async iterable of plans: session.watch()', plans);
  const iterator = plans[Symbol.asyncIterator]();
  const leave = () => {
    // What is wrong with the iteration is told by `next`.
    iterator.return?.()?.catch(() => {});
  };
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    for await (const plan of { [Symbol.asyncIterator]: () => iterator }) show(plan);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
