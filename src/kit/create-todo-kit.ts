import { createKitCore } from './kit-core.ts';
import { createSession, type TodoSession } from './session.ts';
import { unboundTodoTool } from './todo-tool.ts';
import type { TodoKitOptions, UnboundTodoTool } from './types.ts';

/** Planning for the sessions of one store. */
export interface TodoKit {
  /**
   * `{ todo_write }` for agents that are told their session by each call:
   * `toolsContext: { todo_write: { sessionId } }`, or a turn's `context`.
   */
  readonly tools: { readonly todo_write: UnboundTodoTool };

  /**
   * A handle on one agent's session: no I/O, no session is created before something is written.
   *
   * @param options.parentSession the session of the agent that started this one; goes into the header when the session
   * is created. Plans are never merged.
   */
  session(id: string, options?: { readonly parentSession?: string | undefined }): TodoSession;
}

/**
 * Makes a planning kit over a store: the `todo_write` tool, turns, and the plan that people see.
 *
 * Throws a `TodoError` with code `invalid_option` when `store` or `allowParallelInProgress` is missing.
 *
 * @example
 * const kit = createTodoKit({ store: memoryStore(), allowParallelInProgress: false });
 * const session = kit.session('chat-42');
 * await session.runTurn((turn) => generateText({ model, tools: { ...turn.tools }, prompt }));
 * const { todos } = await session.plan();
 */
export function createTodoKit(options: TodoKitOptions): TodoKit {
  const core = createKitCore(options);
  return {
    tools: { todo_write: unboundTodoTool(core) },
    session: (id, sessionOptions) => createSession(core, id, sessionOptions),
  };
}
