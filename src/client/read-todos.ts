import { isTodoStatus, type TodoItem, type TodoStatus } from '../core/todo.ts';

/** A task of a list that is still being written. */
export interface PreviewTodo {
  /** As far as it has come. */
  readonly content: string;
  /** `null` until the status is there in full: half of one is none. */
  readonly status: TodoStatus | null;
}

/** The list of an accepted output; `undefined` for anything that is none. */
export function acceptedTodos(output: unknown): readonly TodoItem[] | undefined {
  const entries = entriesOf(output);
  if (entries === undefined) return undefined;
  const todos = entries.map(taskOf);
  return todos.every(isTodo) ? todos : undefined;
}

/** The tasks of a half-formed input that have any text; `null` where there is none yet. */
export function previewTodos(input: unknown): readonly PreviewTodo[] | null {
  const todos = (entriesOf(input) ?? []).map(taskOf).filter(({ content }) => content.trim() !== '');
  return todos.length > 0 ? todos : null;
}

function entriesOf(value: unknown): readonly unknown[] | undefined {
  const todos =
    typeof value === 'object' && value !== null ? (value as { todos?: unknown }).todos : 0;
  return Array.isArray(todos) ? todos : undefined;
}

function taskOf(entry: unknown): PreviewTodo {
  const { content, status } = (entry ?? {}) as {
    readonly content?: unknown;
    readonly status?: unknown;
  };
  return {
    content: typeof content === 'string' ? content : '',
    status: isTodoStatus(status) ? status : null,
  };
}

function isTodo(todo: PreviewTodo): todo is TodoItem {
  return todo.content !== '' && todo.status !== null;
}
