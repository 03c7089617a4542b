import { TodoError } from '../core/errors.ts';
import {
  isTurnEndKind,
  TURN_END_KINDS,
  type NewSessionEvent,
  type TurnEndKind,
} from '../core/event.ts';
import type { TodoItem } from '../core/todo.ts';
import type { StoreOptions } from '../store/session-store.ts';
import { commit, type Decision } from './commit.ts';
import type { Cursor } from './cursor.ts';
import { endWith, type WaitUntil } from './end-with.ts';
import { turnEnd, turnStart } from './events.ts';
import { closedReason } from './fence.ts';
import type { KitCore } from './kit-core.ts';
import { openLine } from './lane.ts';
import { boundTodoTool } from './todo-tool.ts';
import type { BoundTodoTool, TodoTurnContext, TodoWriteOutput } from './types.ts';
import { writeTodos } from './write.ts';

/** One run of the agent loop for one user message. Only the latest turn of a session can write. */
export interface TodoTurn {
  readonly sessionId: string;
  /** Turns of a session count from 1. */
  readonly number: number;
  /** `{ todo_write }`, bound to this turn: spread it into `tools`. */
  readonly tools: { readonly todo_write: BoundTodoTool };
  /** This turn as plain JSON: the value for `toolsContext.todo_write`, also in another process. */
  readonly context: TodoTurnContext;

  /**
   * Writes a list for the application itself, by the same rules as the model's calls: to restore an earlier plan, or
   * after a person edited it. Throws a `TodoRefusalError`, and then nothing was written.
   *
   * @example
   * const { todos } = await session.plan({ atSeq: 5 });
   * await turn.write(todos ?? []);
   */
  write(todos: readonly TodoItem[], options?: StoreOptions): Promise<TodoWriteOutput>;

  /**
   * Ends the turn. Does nothing when it has ended already or a later turn took over. Rejects when the store fails;
   * the next turn of the session then closes this one as `interrupted`.
   *
   * @param kind Default `completed`.
   */
  end(kind?: TurnEndKind): Promise<void>;

  /**
   * Passes a stream on and ends the turn with it: `completed` when it closes, `error` or `aborted` by the first such
   * part (or when it fails), `aborted` when its reader cancels.
   *
   * Takes the streams of AI SDK (`result.stream`, `toUIMessageStream(…)`, `createUIMessageStream(…)`) and any other
   * `ReadableStream`. Every chunk passes untouched and nothing is read ahead. The close is passed on after the end of
   * the turn is stored, or at once with `waitUntil`. A store that fails never breaks the stream.
   *
   * @param options.waitUntil keeps the process alive for a promise beyond the response: `after` of Next.js, or
   * `ctx.waitUntil`.
   * @example
   * return createUIMessageStreamResponse({ stream: turn.endWith(toUIMessageStream({ stream: result.stream })) });
   */
  endWith<STREAM extends ReadableStream<unknown>>(
    stream: STREAM,
    options?: { readonly waitUntil?: WaitUntil | undefined },
  ): STREAM;

  /**
   * Ends a turn that is still open as `interrupted`, since it cannot see how the block ended; does nothing once
   * `endWith` has taken over. Never throws.
   */
  [Symbol.asyncDispose](): Promise<void>;
}

export interface StartTurnOptions extends StoreOptions {
  /**
   * What to do with a turn that is still open: `interrupt` closes it as `interrupted` in the same step, `reject` throws
   * a `TodoError` with code `turn_conflict`. Default `interrupt`: a crash or a closed tab leaves turns open.
   */
  readonly ifOpen?: 'interrupt' | 'reject' | undefined;
}

/** Appends `turn/start`, closing an open turn in the same atomic append. */
export async function startTurn(
  core: KitCore,
  sessionId: string,
  parentSession: string | undefined,
  { ifOpen = 'interrupt', signal }: StartTurnOptions,
): Promise<TodoTurn> {
  if (ifOpen !== 'interrupt' && ifOpen !== 'reject') {
    throw new TodoError('invalid_option', "ifOpen must be 'interrupt' or 'reject'.");
  }
  const decide = ({ state: { turn } }: Cursor): Decision<TodoTurnContext> => {
    const events: NewSessionEvent[] = [];
    if (turn?.open) {
      if (ifOpen === 'reject') throw turnConflict(sessionId, turn.number);
      events.push(turnEnd(core, turn.number, 'interrupted'));
    }
    const number = (turn?.number ?? 0) + 1;
    const start = turnStart(core, number);
    return { events: [...events, start], result: { sessionId, turn: number, start: start.id } };
  };
  const lane = core.lane(sessionId);
  const { store } = core;
  // Not in line behind the session's writes: a new turn must be able to cut off a write that hangs.
  const { result } = await commit({
    store,
    lane,
    parentSession,
    needsTurnLog: false,
    decide,
    signal,
  });
  openLine(lane);
  return createTurn(core, result, parentSession);
}

/** A turn by its context; no I/O. */
export function createTurn(
  core: KitCore,
  context: TodoTurnContext,
  parentSession?: string,
): TodoTurn {
  const { sessionId, turn: number } = context;
  const end = (kind: TurnEndKind = 'completed') => endTurn(core, context, kind);
  const endQuietly = async (kind: TurnEndKind) => {
    try {
      await end(kind);
    } catch (error) {
      core.report(error, { during: 'turn/end', sessionId });
    }
  };
  let endsWithStream = false;
  return {
    sessionId,
    number,
    context: Object.freeze({ ...context }),
    tools: { todo_write: boundTodoTool(core, context, parentSession) },
    write: (todos, { signal } = {}) =>
      writeTodos(core, { input: { todos }, context, callId: undefined, parentSession, signal }),
    end,
    endWith(stream, { waitUntil } = {}) {
      const passedOn = endWith(stream, endQuietly, waitUntil);
      endsWithStream = true;
      return passedOn;
    },
    async [Symbol.asyncDispose]() {
      // A route handler returns while its stream is still running.
      if (!endsWithStream) await endQuietly('interrupted');
    },
  };
}

async function endTurn(core: KitCore, context: TodoTurnContext, kind: TurnEndKind): Promise<void> {
  if (!isTurnEndKind(kind)) {
    throw new TodoError(
      'invalid_option',
      `A turn ends as ${TURN_END_KINDS.join(', ')}; got ${JSON.stringify(kind)}.`,
    );
  }
  const decide = (cursor: Cursor): Decision<void> => ({
    events: closedReason(cursor, context) === undefined ? [turnEnd(core, context.turn, kind)] : [],
    result: undefined,
  });
  const lane = core.lane(context.sessionId);
  await commit({ store: core.store, lane, needsTurnLog: true, decide });
  openLine(lane);
}

function turnConflict(sessionId: string, turn: number): TodoError {
  return new TodoError(
    'turn_conflict',
    `Turn ${turn} of session ${JSON.stringify(sessionId)} is still open. Wait until it ends, or start the new turn with ifOpen: 'interrupt'.`,
  );
}
