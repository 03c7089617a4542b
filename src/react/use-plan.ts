import { useState, useSyncExternalStore } from 'react';
import { createPlanFeed, type PlanFeed, type PlanFeedOptions } from '../client/create-plan-feed.ts';
import { EMPTY_PLAN } from '../client/plan-of-json.ts';
import type { Plan } from '../core/plan.ts';

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
 * @example
 * const plan = usePlan({ url: `/api/plan/${id}`, initialPlan });
 * return <TodoPanel plan={plan} />;
 */
export function usePlan(options: UsePlanOptions): Plan {
  const [held, setHeld] = useState(() => hold(options));
  let current = held;
  if (held.url !== options.url) {
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
  const getServerSnapshot = () => initialPlan;
  const feed =
    url === null
      ? { subscribe: () => () => {}, getSnapshot: getServerSnapshot }
      : createPlanFeed({ url, initialPlan, fetch, onError });
  return { url, feed, getServerSnapshot };
}
