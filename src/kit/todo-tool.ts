import { jsonSchema, type JSONSchema7, type ToolExecutionOptions } from 'ai';
import { validTodos } from '../core/durable-rules.ts';
import { countTodos, type TodoCounts } from '../core/todo.ts';
import type { KitCore } from './kit-core.ts';
import { objectInput, sentInput } from './object-input.ts';
import {
  todoContextSchema,
  todoDescription,
  todoOutputSchema,
  todoParameters,
} from './todo-definition.ts';
import type {
  BoundTodoTool,
  TodoTool,
  TodoToolContext,
  TodoWriteInput,
  TodoWriteOutput,
  UnboundTodoTool,
} from './types.ts';
import { writeTodos } from './write.ts';

/** A tool whose calls all belong to one owner. */
export function boundTodoTool(
  core: KitCore,
  context: TodoToolContext,
  parentSession?: string,
): BoundTodoTool {
  return todoTool<unknown>(core, () => context, parentSession);
}

/** A tool whose calls bring their owner with them. */
export function unboundTodoTool(core: KitCore): UnboundTodoTool {
  return {
    ...todoTool<TodoToolContext>(core, (context) => context),
    // Accepts anything: AI SDK throws out of the whole run where a context fails its schema, while a refusal in
    // `execute` reaches the model and leaves the run alive.
    contextSchema: acceptAny<TodoToolContext>(todoContextSchema()),
  };
}

function todoTool<CONTEXT>(
  core: KitCore,
  ownerContext: (context: CONTEXT) => unknown,
  parentSession?: string,
): TodoTool<CONTEXT> {
  return {
    description: todoDescription(core.allowParallelInProgress),
    // Validation happens in `execute`, so that the model reads one short line and not a schema library's report.
    inputSchema: acceptAny<TodoWriteInput>(todoParameters(), objectInput),
    outputSchema: acceptAny<TodoWriteOutput>(todoOutputSchema()),
    execute: (input: TodoWriteInput, options: ToolExecutionOptions<CONTEXT>) =>
      writeTodos(core, {
        input: sentInput(input),
        context: ownerContext(options.context),
        // Some providers send an empty id: such calls cannot be told apart, so none is taken for a replay.
        callId: options.toolCallId || undefined,
        parentSession,
        signal: options.abortSignal,
      }),
    toModelOutput: ({ output }: { output: unknown }) => modelOutput(output),
  };
}

/**
 * What the model reads of an accepted call: one line of counts.
 *
 * Also asked for outputs that an application kept in its database, which may be older than this release or cut short:
 * those are shown as they are, since one odd message must not break a whole conversation.
 */
function modelOutput(output: unknown): { type: 'text'; value: string } {
  const todos = validTodos(output);
  if (todos !== undefined) return { type: 'text', value: countsLine(countTodos(todos)) };
  return {
    type: 'text',
    value: typeof output === 'string' ? output : JSON.stringify(output ?? null),
  };
}

function countsLine({ pending, inProgress, completed }: TodoCounts): string {
  return `Updated todo list: ${pending} pending, ${inProgress} in progress, ${completed} completed.`;
}

function acceptAny<T>(schema: JSONSchema7, handOn: (value: unknown) => unknown = (value) => value) {
  // The cast is the point: whatever arrives is handed on, and `execute` checks it in full.
  const validate = (value: unknown) => ({ success: true as const, value: handOn(value) as T });
  return jsonSchema<T>(schema, { validate });
}
