import { assertArgument } from '../core/argument.ts';
import { countTodos, type TodoCounts, type TodoItem } from '../core/todo.ts';
import { acceptedTodos, previewTodos, type PreviewTodo } from './read-todos.ts';
import { latestTodoParts, type MessageLike } from './todo-parts.ts';

/** What the messages of a chat tell of the plan of its latest turn. */
export interface MessagesPlan {
  /** The last list that was accepted. `null`: none since the last message of the user; `[]`: cleared on purpose. */
  readonly todos: readonly TodoItem[] | null;
  readonly counts: TodoCounts;
  /**
   * The list that the model is writing right now, or that was not answered yet: not accepted, so show it as what it
   * is, and only while the chat streams. `null` before the first word of a task, and once the call was accepted or
   * refused.
   */
  readonly preview: readonly PreviewTodo[] | null;
}

/**
 * Reads the plan of the latest turn from the messages of a chat (`useChat`), newest turn only: a message of the user
 * starts anew.
 *
 * Only results that were accepted count; a refused call changes nothing. Works on every state of a streaming message,
 * half-formed values included, and throws for nothing that stands in the messages; no list of messages at all is a
 * `TodoError` with code `invalid_option`. What the store says (`usePlan`, `createPlanFeed`) goes before this:
 * messages know nothing of other tabs and of turns that were cut.
 *
 * @example
 * const { messages, status } = useChat();
 * const { todos, preview } = planFromMessages(messages);
 */
export function planFromMessages(messages: readonly MessageLike[]): MessagesPlan {
  assertArgument(Array.isArray(messages), 'messages', 'a list of messages', messages);
  let todos: readonly TodoItem[] | null = null;
  let preview: readonly PreviewTodo[] | null = null;
  for (const part of latestTodoParts(messages)) {
    const { state, input, output, preliminary } = part;
    const isAccepted = state === 'output-available' && preliminary !== true;
    if (isAccepted) todos = acceptedTodos(output) ?? todos;
    const isOpen = state === 'input-streaming' || state === 'input-available';
    preview = isOpen ? previewTodos(input) : null;
  }
  return { todos, counts: countTodos(todos), preview };
}
