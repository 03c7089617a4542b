import { assertArgument } from './argument.ts';
import { isRecord } from './event.ts';

/** The three states of a task, in the order in which a task passes through them. */
export const TODO_STATUSES = ['pending', 'in_progress', 'completed'] as const;

/** The state of one task: not started, being worked on, or done. */
export type TodoStatus = (typeof TODO_STATUSES)[number];

/** One task of a plan. It has no id: a list is always replaced as a whole, and `content` is unique within it. */
export interface TodoItem {
  readonly content: string;
  readonly status: TodoStatus;
}

/** How many tasks of a list stand in each state. */
export interface TodoCounts {
  readonly pending: number;
  readonly inProgress: number;
  readonly completed: number;
}

/** Whether a value is one of the three statuses, spelled exactly. */
export function isTodoStatus(value: unknown): value is TodoStatus {
  return value === 'pending' || value === 'in_progress' || value === 'completed';
}

/**
 * Counts the tasks of a list by status.
 *
 * `null` (never planned) counts as an empty list. Throws a `TodoError` with code `invalid_option` for anything else that
 * is no list of tasks.
 */
export function countTodos(todos: readonly TodoItem[] | null): TodoCounts {
  assertTodos('todos', todos);
  let pending = 0;
  let inProgress = 0;
  let completed = 0;
  for (const { status } of todos ?? []) {
    if (status === 'pending') pending += 1;
    else if (status === 'in_progress') inProgress += 1;
    else if (status === 'completed') completed += 1;
  }
  return Object.freeze({ pending, inProgress, completed });
}

/** For lists that code passes; the statuses may be those of another tool. */
export function assertTodos(name: string, todos: unknown): void {
  assertArgument(todos === null || Array.isArray(todos), name, 'a list of tasks, or null', todos);
  todos?.forEach((item: unknown, i) => {
    if (isTask(item)) return; // before the name is put together: lists are long, and faults are rare
    assertArgument(false, `${name}[${i}]`, 'a task { content, status } of two strings', item);
  });
}

function isTask(item: unknown): boolean {
  return (
    isRecord(item) && typeof item['content'] === 'string' && typeof item['status'] === 'string'
  );
}

/** Whether two lists hold the same tasks, in the same order, in the same states. */
export function sameTodos(a: readonly TodoItem[], b: readonly TodoItem[]): boolean {
  return (
    a.length === b.length &&
    a.every((item, i) => item.content === b[i]?.content && item.status === b[i].status)
  );
}

/**
 * The unfinished tasks of `previous` whose content is not in `next`: what a rewrite of the list left out.
 */
export function droppedTodos(
  previous: readonly TodoItem[] | null,
  next: readonly TodoItem[],
): readonly TodoItem[] {
  if (previous === null || previous.length === 0) return [];
  // Two ways to write one text are the same task, as they are for the tool.
  const kept = new Set(next.map((item) => item.content.normalize('NFC')));
  return previous.filter(
    ({ content, status }) => status !== 'completed' && !kept.has(content.normalize('NFC')),
  );
}
