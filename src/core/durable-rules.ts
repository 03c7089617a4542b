import { isRecord } from './event.ts';
import { quote } from './text.ts';
import { isTodoStatus, type TodoItem } from './todo.ts';

/** The rules that every stored list keeps. On purpose fewer and looser than what the tool asks of a model today. */
export type DurableRule =
  | 'todos-array'
  | 'todo-entry'
  | 'todo-content'
  | 'todo-unique'
  | 'todo-status';

export interface DurableFault {
  readonly rule: DurableRule;
  readonly message: string;
  /** The 0-based position in the list, where the fault is of one entry. */
  readonly index?: number;
}

/**
 * Finds every fault of the data of a stored `todo/write`, in the order of the list.
 *
 * These rules must never become stricter: a log that was valid when it was written stays valid.
 */
export function durableFaults(data: unknown): readonly DurableFault[] {
  const todos = isRecord(data) ? data['todos'] : undefined;
  if (!Array.isArray(todos)) {
    return [{ rule: 'todos-array', message: 'the data of a todo/write must hold a list `todos`' }];
  }
  const faults: DurableFault[] = [];
  const seen = new Set<string>();
  // Not forEach: it would pass over the holes of a list.
  for (let index = 0; index < todos.length; index += 1) {
    const entry: unknown = todos[index];
    if (!isRecord(entry) || !hasExactKeys(entry)) {
      faults.push({
        rule: 'todo-entry',
        message: `todos[${index}] must be an object with exactly content and status`,
        index,
      });
      continue;
    }
    const { content, status } = entry;
    if (typeof content !== 'string' || content === '' || content.trim() !== content) {
      faults.push({
        rule: 'todo-content',
        message: `todos[${index}].content must be a non-empty string without space around it`,
        index,
      });
    } else if (seen.has(content)) {
      faults.push({
        rule: 'todo-unique',
        message: `todos[${index}].content ${quote(content)} stands twice`,
        index,
      });
    } else {
      seen.add(content);
    }
    if (!isTodoStatus(status)) {
      faults.push({
        rule: 'todo-status',
        message: `todos[${index}].status must be pending, in_progress or completed`,
        index,
      });
    }
  }
  return faults;
}

/** The list of a stored `todo/write` as a frozen copy, or `undefined` if it breaks any durable rule. */
export function validTodos(data: unknown): readonly TodoItem[] | undefined {
  if (durableFaults(data).length > 0) return undefined;
  const { todos } = data as { readonly todos: readonly TodoItem[] }; // no fault: it has this shape
  return Object.freeze(todos.map(({ content, status }) => Object.freeze({ content, status })));
}

function hasExactKeys(entry: Readonly<Record<string, unknown>>): boolean {
  return (
    Object.keys(entry).length === 2 &&
    Object.hasOwn(entry, 'content') &&
    Object.hasOwn(entry, 'status')
  );
}
