import type { Plan } from '../core/plan.ts';
import { acceptedTodos } from './read-todos.ts';

/** The state before anything is known, which is also that of a session with no events. */
export const EMPTY_PLAN: Plan = Object.freeze({
  todos: null,
  counts: Object.freeze({ pending: 0, inProgress: 0, completed: 0 }),
  asOfSeq: -1,
  turn: null,
});

/** A plan out of the text of an event; `undefined` for anything else, so that a view never meets half a plan. */
export function planOfJson(text: string): Plan | undefined {
  try {
    const plan: unknown = JSON.parse(text);
    return isPlan(plan) ? plan : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value is a whole plan. */
export function isPlan(value: unknown): value is Plan {
  const plan = value as Partial<Plan> | null | undefined; // looked at on the next lines
  const isList = plan?.todos === null || acceptedTodos(plan) !== undefined;
  const isWhole = typeof plan?.counts?.pending === 'number' && plan.turn !== undefined;
  return isList && isWhole && Number.isSafeInteger(plan.asOfSeq);
}
