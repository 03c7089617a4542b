import type { Tool, ToolExecutionOptions } from 'ai';
import type { TodoLimits } from '../core/limits.ts';
import type { Plan } from '../core/plan.ts';
import type { TodoCounts, TodoItem } from '../core/todo.ts';
import type { SessionStore } from '../store/session-store.ts';

/** What the model sends: the entire list. */
export interface TodoWriteInput {
  readonly todos: readonly TodoItem[];
}

/** What an accepted call answers to the application and its UI; the model reads one line of counts only. */
export interface TodoWriteOutput {
  /** The list as it was stored. */
  readonly todos: readonly TodoItem[];
  readonly counts: TodoCounts;
  /** Unfinished items of the plan before that are not in this list. Mostly empty. */
  readonly dropped: readonly TodoItem[];
}

/**
 * Who a call belongs to, as plain JSON: the value for `toolsContext.todo_write`.
 *
 * With `sessionId` alone the call writes into the session's open turn, and opens one where none is open. A turn's
 * `context` has all three and ties the call to that turn, in any process.
 */
export interface TodoToolContext {
  readonly sessionId: string;
  readonly turn?: number;
  /** The id of the turn's `turn/start` event. */
  readonly start?: string;
}

/** A turn, as plain JSON that another process can go on with. */
export type TodoTurnContext = Required<TodoToolContext>;

/** The `todo_write` tool; `CONTEXT` is what it needs from `toolsContext`. */
// Only the function kind of AI SDK's tools, so that it can be spread and changed: `{ ...todo_write, strict: true }`.
// Our `execute` stands first: a direct call takes the first type that fits, and AI SDK's may also answer in pieces.
export type TodoTool<CONTEXT> = {
  execute: (
    input: TodoWriteInput,
    options: ToolExecutionOptions<CONTEXT>,
  ) => Promise<TodoWriteOutput>;
} & Extract<Tool<TodoWriteInput, TodoWriteOutput, CONTEXT>, { type?: undefined | 'function' }>;

/** A tool that knows its session: `generateText` asks for no `toolsContext`. */
// `unknown` is how AI SDK spells a tool without a context of its own.
export type BoundTodoTool = TodoTool<unknown>;

/** A tool that is told its session by each call: `toolsContext: { todo_write: { sessionId } }`. */
export type UnboundTodoTool = TodoTool<TodoToolContext>;

/** Where a write stands. */
export interface TodoWriteInfo {
  readonly sessionId: string;
  /** The number of the turn. */
  readonly turn: number;
  /** The id of the tool call; absent for writes of the application itself. */
  readonly callId: string | undefined;
}

/** What a `validate` function is told beside the new list. */
export interface TodoValidateInfo extends TodoWriteInfo {
  /** The list that stands in this turn; `null` when there is none yet. */
  readonly previous: readonly TodoItem[] | null;
}

/** A failure that nobody waits for: it changed nothing that was promised, and the kit goes on. */
export interface TodoBackgroundFailure {
  /** `onWrite`: your callback failed after a write was stored. `turn/end`: the end of a turn could not be stored; the next turn repairs it. */
  readonly during: 'onWrite' | 'turn/end';
  readonly sessionId: string;
}

/** What decides how a kit behaves; the store and the policy are required choices. */
export interface TodoKitOptions {
  /** Where sessions live: `memoryStore()`, `fileStore(directory)`, `redisStore({ client })`, or your own. */
  readonly store: SessionStore;
  /** Whether a list may have more than one item in progress. The log does not depend on it: it can change any time. */
  readonly allowParallelInProgress: boolean;
  /** How large a list may be. Default 500 items of 2,000 UTF-16 units each. */
  readonly limits?: TodoLimits | undefined;
  /**
   * Whether a `todos` that is one complete JSON text is read as the value that it holds: some models write the list as
   * text. It is parsed once and then held to all rules; text that was cut off is refused as before. What is stored and
   * answered is the same as for a list. Default false.
   */
  readonly acceptJsonText?: boolean | undefined;
  /**
   * Your own check, after all of the kit's: a string refuses the write, and the model reads it. May be asked again
   * for the same call when another writer was faster. What it throws refuses the write without its text. The session's
   * other calls wait for it, so it must settle, and must not write to the session itself.
   */
  readonly validate?:
    | ((
        next: readonly TodoItem[],
        info: TodoValidateInfo,
      ) => string | undefined | Promise<string | undefined>)
    | undefined;
  /** Told of each accepted write after it is stored, in order. Never awaited by the model's call; its failure changes nothing. */
  readonly onWrite?: ((plan: Plan, info: TodoWriteInfo) => void | Promise<void>) | undefined;
  /** Told of failures that no call can report. Default: `console.error`. */
  readonly onError?:
    | ((error: unknown, failure: TodoBackgroundFailure) => void | Promise<void>)
    | undefined;
  /** Unix time in milliseconds. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Makes the ids of events; must never give one id twice. Default: 96 random bits. */
  readonly generateId?: (() => string) | undefined;
}
