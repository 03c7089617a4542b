import type { MessageLike } from '../../src/client/index.ts';

/** A message of the user. */
export function user(text = 'Go on'): MessageLike {
  return { role: 'user', parts: [{ type: 'text', text } as { type: 'text' }] };
}

/** A message of the assistant with these parts. */
export function assistant(...parts: readonly { readonly type: string }[]): MessageLike {
  return { role: 'assistant', parts };
}

let calls = 0;

/** A part about a call of todo_write. */
export function part(state: string, fields: { readonly [field: string]: unknown } = {}) {
  calls += 1;
  return { type: 'tool-todo_write', toolCallId: `call-${calls}`, state, ...fields };
}

/** A call that was accepted. */
export function accepted(todos: unknown) {
  return part('output-available', { input: { todos }, output: { todos, counts: {}, dropped: [] } });
}

/** A call whose arguments are coming in. */
export function streaming(input: unknown) {
  return part('input-streaming', { input });
}
