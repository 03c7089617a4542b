import { assertPlan, type ShowablePlan } from '../core/settled.ts';
import { countTodos, type TodoCounts } from '../core/todo.ts';

/** A plan in one line, and the parts of that line. */
export interface PlanSummary {
  readonly counts: TodoCounts;
  readonly total: number;
  /** The first task in progress; `null` where there is none, or where the turn is over and nobody works on it. */
  readonly active: string | null;
  /** How many more tasks are in progress beside `active`. */
  readonly moreActive: number;
  /** `2/5 done · Draft the outline`; `Plan cleared` for an empty list, and empty where nothing was planned. */
  readonly text: string;
  /** `+1` where one more task is in progress, to stand beside `text`; else empty. */
  readonly more: string;
}

/**
 * Sums up a plan, or the output of one `todo_write` call, in one line for people. Pure.
 *
 * Throws a `TodoError` with code `invalid_option` for what is no plan.
 */
export function summarizePlan(plan: ShowablePlan): PlanSummary {
  assertPlan(plan);
  const { todos, turn } = plan;
  const counts = countTodos(todos);
  const total = todos?.length ?? 0;
  const active = turn?.open === false ? [] : (todos ?? []).filter(isInProgress);
  const first = active[0]?.content ?? null;
  const moreActive = Math.max(0, active.length - 1);
  return {
    counts,
    total,
    active: first,
    moreActive,
    text: textOf(todos === null ? null : total, counts.completed, first),
    more: moreActive > 0 ? `+${moreActive}` : '',
  };
}

function isInProgress({ status }: { readonly status: string }): boolean {
  return status === 'in_progress';
}

function textOf(total: number | null, completed: number, active: string | null): string {
  if (total === null) return '';
  if (total === 0) return 'Plan cleared';
  const done = `${completed}/${total} done`;
  return active === null ? done : `${done} · ${active}`;
}
