import type { JSONSchema7 } from 'ai';

/** The name by which the model calls the tool. */
export const TODO_TOOL_NAME = 'todo_write';

/**
 * What the model is told of the tool. Only the sentence about active items follows the policy: the rest is the same
 * text for every kit, so that a provider's prompt cache holds.
 */
export function todoDescription(allowParallelInProgress: boolean): string {
  const active = allowParallelInProgress
    ? 'Several items may be in_progress at once.'
    : 'At most one item may be in_progress.';
  return (
    'Keeps your task list. Send the entire list: it replaces the previous one. Plan multi-step work; skip trivial work. ' +
    'Mark an item in_progress before working on it and completed the moment it is done; do not batch. ' +
    `${active} pending: not started; in_progress: being worked on; completed: done.`
  );
}

/**
 * The parameters on the wire: closed objects, everything required, plain keywords only, so that every provider takes
 * it, strict mode included. Limits and text rules live in code, where a refusal can say what to do.
 */
// A new object for each tool: whatever a provider or a middleware does to one, the next one is the same bytes.
export function todoParameters(): JSONSchema7 {
  return {
    type: 'object',
    properties: { todos: todoListSchema() },
    required: ['todos'],
    additionalProperties: false,
  };
}

/** What an accepted call answers. For tools and UIs that read schemas; nothing is checked against it. */
export function todoOutputSchema(): JSONSchema7 {
  return {
    type: 'object',
    properties: {
      todos: todoListSchema(),
      counts: {
        type: 'object',
        properties: {
          pending: { type: 'integer' },
          inProgress: { type: 'integer' },
          completed: { type: 'integer' },
        },
        required: ['pending', 'inProgress', 'completed'],
        additionalProperties: false,
      },
      dropped: todoListSchema(),
    },
    required: ['todos', 'counts', 'dropped'],
    additionalProperties: false,
  };
}

/** What an unbound tool is told by `toolsContext.todo_write`. */
export function todoContextSchema(): JSONSchema7 {
  return {
    type: 'object',
    properties: {
      sessionId: { type: 'string' },
      turn: { type: 'integer' },
      start: { type: 'string' },
    },
    required: ['sessionId'],
  };
}

function todoListSchema(): JSONSchema7 {
  return {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        content: { type: 'string' },
        status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] },
      },
      required: ['content', 'status'],
      additionalProperties: false,
    },
  };
}
