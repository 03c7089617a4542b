import type { ShowablePlan } from '../../src/core/settled.ts';
import { todos } from './kit.ts';

/** A plan of a turn that runs: `plan('A', 'B*', 'C+')` has A pending, B in progress and C completed. */
export function plan(...items: readonly string[]): ShowablePlan {
  return { todos: todos(...items), turn: { open: true } };
}

/** The same when its turn is over. */
export function settledPlan(...items: readonly string[]): ShowablePlan {
  return { ...plan(...items), turn: { open: false } };
}

/** A plan of so many tasks, of which the one at `active` is in progress and all before it are done. */
export function longPlan(count: number, active: number): ShowablePlan {
  const items = Array.from({ length: count }, (_, i) => {
    if (i === active) return `Task ${i}*`;
    return i < active ? `Task ${i}+` : `Task ${i}`;
  });
  return plan(...items);
}

/** A plan, and the rows that show it. */
export const dinner = plan('Choose the dishes+', 'List the shopping*', 'Set a timetable');
export const DINNER = [
  'Plan: 1 of 3 done',
  '✓ Choose the dishes',
  '▸ List the shopping',
  '☐ Set a timetable',
] as const;
