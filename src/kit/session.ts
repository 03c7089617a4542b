import { TodoError } from '../core/errors.ts';
import type { SessionEvent } from '../core/event.ts';
import { planAt, type Plan } from '../core/plan.ts';
import { assertSessionId } from '../core/session-id.ts';
import { readHead } from '../store/read-head.ts';
import {
  readSnapshot,
  type SessionSnapshot,
  type SnapshotOptions,
} from '../store/read-snapshot.ts';
import type { StoreOptions } from '../store/session-store.ts';
import type { KitCore } from './kit-core.ts';
import { turnContextOf } from './owner.ts';
import { readEvents, type EventsOptions } from './read-events.ts';
import { runInTurn } from './run-turn.ts';
import { createTurn, startTurn, type StartTurnOptions, type TodoTurn } from './turn.ts';
import type { TodoTurnContext } from './types.ts';
import { leavable, watchPlan, type WatchOptions } from './watch-plan.ts';

export interface PlanOptions extends StoreOptions {
  /** The seq of the last event to reflect: the plan as it stood then. Default: the end of the log. */
  readonly atSeq?: number | undefined;
}

/** A handle on one agent's session. Cheap: making one does no I/O, and it holds nothing that has to be freed. */
export interface TodoSession {
  readonly id: string;
  readonly parentSession: string | undefined;

  /**
   * Reads the standing plan. A session that does not exist has an empty one (`todos: null`, `asOfSeq: -1`).
   *
   * Costs the same for a log of ten events and of a million.
   */
  plan(options?: PlanOptions): Promise<Plan>;

  /**
   * Reads the plan together with the last `tail` events, all of one moment, and the `uid` that tells one life of the
   * session from another. A session that does not exist has an empty plan, no events, and the uid `null`.
   */
  snapshot(options?: SnapshotOptions): Promise<SessionSnapshot>;

  /**
   * Starts a turn, for one user message. The plan of the turn before is cleared with it.
   *
   * From then on no earlier turn can write any more, from any process.
   */
  startTurn(options?: StartTurnOptions): Promise<TodoTurn>;

  /** A turn that was started elsewhere, by its `context`: to write or to end it in another process. No I/O. */
  resumeTurn(context: TodoTurnContext): TodoTurn;

  /**
   * Runs a function within a turn and ends the turn: `completed`, or `error` when it throws, or `aborted` for an
   * AbortError or once `signal` has aborted.
   *
   * Throws a `TodoError` with code `stream_running` for a stream that is still running: use `startTurn` and
   * `turn.endWith` for those.
   *
   * @example
   * const { text } = await session.runTurn((turn) =>
   *   generateText({ model, tools: { ...turn.tools }, prompt }),
   * );
   */
  runTurn<T>(run: (turn: TodoTurn) => Promise<T>, options?: StoreOptions): Promise<T>;

  /**
   * Yields the current plan at once (unless `afterSeq` is where the log ends), then the plan after each change, in
   * order, none left out.
   *
   * Endless: leave the loop or abort the signal, which ends it quietly and frees what it holds. A session that is
   * deleted yields an empty plan. It waits out a store that goes away for up to a minute, then throws its error.
   */
  watch(options?: WatchOptions): AsyncIterable<Plan>;

  /** Yields the events that the session has now, in order, in pages. Throws the signal's reason when it aborts. */
  events(options?: EventsOptions): AsyncIterable<SessionEvent>;

  /** Deletes the session and its log. Turns of it that still run can no longer write. */
  delete(options?: StoreOptions): Promise<void>;
}

/** Throws `InvalidSessionIdError` for an id that no store accepts. */
export function createSession(
  core: KitCore,
  id: string,
  { parentSession }: { readonly parentSession?: string | undefined } = {},
): TodoSession {
  assertSessionId(id);
  if (parentSession !== undefined) assertSessionId(parentSession);
  const { store } = core;
  const session: TodoSession = {
    id,
    parentSession,
    async plan({ atSeq, signal } = {}) {
      assertPlace('atSeq', atSeq);
      const { state, version } = await readHead(store, id, { atSeq, signal });
      return planAt(state, version - 1);
    },
    snapshot: async (options) => readSnapshot(store, id, options),
    startTurn: async (options = {}) => startTurn(core, id, parentSession, options),
    resumeTurn(context) {
      const turn = turnContextOf(context);
      if (turn === undefined) {
        throw new TodoError('invalid_option', 'resumeTurn wants a whole turn.context, as it is.');
      }
      if (turn.sessionId !== id) {
        throw new TodoError(
          'invalid_option',
          `This context belongs to session ${JSON.stringify(turn.sessionId)}, not to ${JSON.stringify(id)}.`,
        );
      }
      return createTurn(core, turn, parentSession);
    },
    async runTurn(run, { signal } = {}) {
      return runInTurn(core, await session.startTurn({ signal }), run, signal);
    },
    watch: (options = {}) =>
      leavable((signal) => watchPlan(store, id, options, signal), options.signal),
    events: (options = {}) => readEvents(store, id, options),
    delete: async (options) => store.delete(id, options),
  };
  return session;
}

function assertPlace(name: string, seq: number | undefined): void {
  if (seq !== undefined && !(Number.isSafeInteger(seq) && seq >= -1)) {
    throw new TodoError(
      'invalid_option',
      `${name} must be a seq, or -1 for the empty log; got ${seq}.`,
    );
  }
}
