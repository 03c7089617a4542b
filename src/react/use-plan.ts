import { useState, useSyncExternalStore } from 'react';
import { assertArgument } from '../core/argument.ts';
import { createPlanFeed, type PlanFeed, type PlanFeedOptions } from '../client/create-plan-feed.ts';
import { EMPTY_PLAN } from '../client/plan-of-json.ts';
import { tell } from '../client/tell.ts';
import { isRecord } from '../core/event.ts';
import type { Plan } from '../core/plan.ts';
import { reportMistake } from './report-mistake.ts';

/** What a component follows; `fetch` and `onError` are those of the render in which the url was new. */
export interface UsePlanOptions extends Omit<PlanFeedOptions, 'url'> {
  /** Where a `createTodoRoute` answers for one session; `null` where there is no session yet. */
  readonly url: string | null;
}

/**
 * Follows the plan of one session: returns the latest one and renders again with each change.
 *
 * Holds one connection while the component is mounted, also under StrictMode, and none after. Before the first event it
 * is `initialPlan`, or an empty plan (`todos: null`, `asOfSeq: -1`): so what the server renders equals what the browser
 * renders first. With another `url` it is the plan of that session from the same render on.
 *
 * Options of the wrong kind, such as a `url` that is not there yet, take no page down: the plan is empty, and `onError`
 * (or else the console) is told a `TodoError` with code `invalid_option`.
 *
 * @example
 * const plan = usePlan({ url: `/api/plan/${id}`, initialPlan });
 * return <TodoPanel plan={plan} />;
 */
export function usePlan(options: UsePlanOptions): Plan {
  assertArgument(isRecord(options), 'options', 'an object { url }', options);
  const [held, setHeld] = useState(() => hold(options));
  let current = held;
  if (!Object.is(held.url, options.url)) {
    // During the render and not in an effect: no frame may show the plan of the session before.
    current = hold(options);
    setHeld(current);
  }
  const { subscribe, getSnapshot } = current.feed;
  return useSyncExternalStore(subscribe, getSnapshot, current.getServerSnapshot);
}

interface HeldFeed {
  readonly url: string | null;
  readonly feed: Pick<PlanFeed, 'subscribe' | 'getSnapshot'>;
  readonly getServerSnapshot: () => Plan;
}

/** A feed that connects when React subscribes; making one has no effect, so a render may throw it away. */
function hold({ url, initialPlan = EMPTY_PLAN, fetch, onError }: UsePlanOptions): HeldFeed {
  if (url === null) return idle(url, initialPlan, () => {});
  try {
    const feed = createPlanFeed({ url, initialPlan, fetch, onError });
    return { url, feed, getServerSnapshot: () => initialPlan };
  } catch (error) {
    const report = typeof onError === 'function' ? onError : reportMistake;
    return idle(url, EMPTY_PLAN, () => tell(report, error));
  }
}

/** A feed of a plan that nothing changes. */
function idle(url: string | null, plan: Plan, onSubscribe: () => void): HeldFeed {
  const subscribe = () => {
    onSubscribe();
    return () => {};
  };
  const getSnapshot = () => plan;
  return { url, feed: { subscribe, getSnapshot }, getServerSnapshot: getSnapshot };
}
