import type { Plan } from 'ai-sdk-todo';

/** What a follower needs of a session. */
interface Watchable {
  watch(options: { readonly signal: AbortSignal }): AsyncIterable<Plan>;
}

/** Follows the plan of a session until it is stopped. */
interface PlanFollower {
  /** Waits until everything up to this place of the log has been shown: what is stored arrives a moment later here. */
  reach(asOfSeq: number): Promise<void>;
  stop(): Promise<void>;
}

/** Calls `onChange` with the plan of a session and then with each change of it, until `stop` is called. */
export function followPlan(session: Watchable, onChange: (plan: Plan) => void): PlanFollower {
  const leaving = new AbortController();
  const waiting = new Set<() => void>();
  let reached = -1;
  const following = (async () => {
    for await (const plan of session.watch({ signal: leaving.signal })) {
      onChange(plan);
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
