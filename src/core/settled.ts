import { assertArgument } from './argument.ts';
import { isRecord } from './event.ts';
import { assertTodos, type TodoStatus } from './todo.ts';

/** What people see of a task: its status, or `paused` where its turn is over and nobody works on it any more. */
export type ShownStatus = TodoStatus | 'paused';

/** A task as it is shown. Never stored: the log keeps what the model wrote. */
export interface ShownTodo<STATUS extends string = ShownStatus> {
  readonly content: string;
  readonly status: STATUS;
}

/** As much of a plan as showing it takes. Statuses that are not the kit's own pass through as they are. */
export interface ShowablePlan<STATUS extends string = TodoStatus> {
  readonly todos: readonly { readonly content: string; readonly status: STATUS }[] | null;
  readonly turn?: { readonly open: boolean } | null | undefined;
}

/**
 * The tasks of a plan as people should see them: in a turn that is closed, what was in progress is `paused`, neither
 * under way nor done.
 *
 * Every view of a plan goes through here, so that a terminal, a page and an editor say the same of one log. `null`
 * where nothing was planned. Throws a `TodoError` with code `invalid_option` for what is no plan.
 */
export function settledTodos<STATUS extends string = TodoStatus>(
  plan: ShowablePlan<STATUS>,
): readonly ShownTodo<STATUS | 'paused'>[] | null {
  assertPlan(plan);
  const { todos, turn } = plan;
  if (todos === null || turn?.open !== false) return todos;
  return todos.map(({ content, status }) => ({
    content,
    status: status === 'in_progress' ? 'paused' : status,
  }));
}

/** Throws `invalid_option` for what no view can show. */
export function assertPlan(plan: unknown): asserts plan is ShowablePlan<string> {
  assertArgument(
    isRecord(plan) && 'todos' in plan,
    'plan',
    'a plan { todos, turn }, such as that of session.plan()',
    plan,
  );
  const { todos, turn } = plan;
  assertTodos('plan.todos', todos);
  const isTurn = turn === undefined || turn === null || isRecord(turn);
  assertArgument(isTurn, 'plan.turn', '{ open }, null, or left out', turn);
}
