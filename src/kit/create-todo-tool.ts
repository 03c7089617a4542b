import { createKitCore } from './kit-core.ts';
import { boundTodoTool, unboundTodoTool } from './todo-tool.ts';
import type { BoundTodoTool, TodoKitOptions, UnboundTodoTool } from './types.ts';

/** What a single tool needs; `createTodoKit` has the rest. */
export type TodoToolOptions = Pick<TodoKitOptions, 'store' | 'allowParallelInProgress' | 'limits'>;

/**
 * Makes the `todo_write` tool alone, over a store.
 *
 * With `sessionId` it is bound to that session. Without, each call brings it:
 * `toolsContext: { todo_write: { sessionId } }`. It writes into the session's open turn; where none is open it opens
 * one and leaves it open, so that without turns the plan stands until it is replaced.
 *
 * Throws a `TodoError` with code `invalid_option` when `store` or `allowParallelInProgress` is missing.
 *
 * @example
 * const todo_write = createTodoTool({ store: memoryStore(), allowParallelInProgress: false, sessionId: 'chat-42' });
 * await generateText({ model, tools: { todo_write }, prompt });
 */
export function createTodoTool(
  options: TodoToolOptions & { readonly sessionId: string },
): BoundTodoTool;
export function createTodoTool(
  options: TodoToolOptions & { readonly sessionId?: undefined },
): UnboundTodoTool;
export function createTodoTool(
  options: TodoToolOptions & { readonly sessionId?: string | undefined },
): BoundTodoTool | UnboundTodoTool {
  const core = createKitCore(options);
  const { sessionId } = options;
  // An id that is none is not a mistake to crash on: the call may bring one, and is refused otherwise.
  return typeof sessionId === 'string' && sessionId !== ''
    ? boundTodoTool(core, { sessionId })
    : unboundTodoTool(core);
}
