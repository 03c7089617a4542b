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
 * `null` (never planned) counts as an empty list.
 */
export function countTodos(todos: readonly TodoItem[] | null): TodoCounts {
  let pending = 0;
  let inProgress = 0;
  let completed = 0;
  for (const { status } of todos ?? []) {
    if (status === 'pending') pending += 1;
    else if (status === 'in_progress') inProgress += 1;
    else completed += 1;
  }
  return Object.freeze({ pending, inProgress, completed });
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
