import { useEffect } from 'react';
import { assertPlan, type ShowablePlan } from '../core/settled.ts';
import { reportMistake } from './report-mistake.ts';

/**
 * The plan, where it is one. What is none is told on the console and shown as no plan: an error thrown in a render would
 * take the application's page down.
 */
export function useCheckedPlan(
  plan: ShowablePlan | null | undefined,
): ShowablePlan | null | undefined {
  const fault = faultOf(plan);
  const message = fault?.message;
  useEffect(() => {
    if (fault !== undefined) reportMistake(fault);
    // Once for each mistake: the error is another object in each render.
  }, [message]);
  return fault === undefined ? plan : null;
}

function faultOf(plan: unknown): Error | undefined {
  if (plan === null || plan === undefined) return undefined;
  try {
    assertPlan(plan);
    return undefined;
  } catch (error) {
    return error as Error; // assertPlan throws a TodoError
  }
}
