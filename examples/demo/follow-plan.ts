import type { Plan } from 'ai-sdk-todo';

/** What a follower needs of a session. */
interface Watchable {
  watch(options: { readonly signal: AbortSignal }): AsyncIterable<Plan>;
}

/** Follows the list of a session until it is stopped. */
interface PlanFollower {
  /** Waits until everything up to this place of the log has been shown: what is stored arrives a moment later here. */
  reach(asOfSeq: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Calls `onChange` whenever the list of a session has changed, until `stop` is called.
 *
 * A turn that ends is a change of the plan too, but not of its list: it is left out here.
 */
export function followPlan(session: Watchable, onChange: (plan: Plan) => void): PlanFollower {
  const leaving = new AbortController();
  const waiting = new Set<() => void>();
  let reached = -1;
  const following = (async () => {
    let shown = 'null';
    for await (const plan of session.watch({ signal: leaving.signal })) {
      const list = JSON.stringify(plan.todos);
      if (list !== shown) onChange(plan);
      shown = list;
      reached = plan.asOfSeq;
      for (const look of waiting) look();
    }
  })();
  return {
    reach: (asOfSeq) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (reached < asOfSeq) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
        following.catch(reject);
      }),
    async stop() {
      leaving.abort();
      await following;
    },
  };
}
