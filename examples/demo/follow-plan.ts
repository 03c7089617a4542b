import type { Plan } from 'ai-sdk-todo';

/** What a follower needs of a session. */
interface Watchable {
  watch(options: { readonly signal: AbortSignal }): AsyncIterable<Plan>;
}

/**
 * Calls `onChange` whenever the list of a session has changed, until `stop` is called.
 *
 * A turn that ends is a change of the plan too, but not of its list: it is left out here.
 */
export function followPlan(
  session: Watchable,
  onChange: (plan: Plan) => void,
): { stop(): Promise<void> } {
  const leaving = new AbortController();
  const following = (async () => {
    let shown = 'null';
    for await (const plan of session.watch({ signal: leaving.signal })) {
      const list = JSON.stringify(plan.todos);
      if (list === shown) continue;
      shown = list;
      onChange(plan);
    }
  })();
  return {
    async stop() {
      leaving.abort();
      await following;
    },
  };
}
