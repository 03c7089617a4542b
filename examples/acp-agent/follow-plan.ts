import { methods, type AgentContext } from '@agentclientprotocol/sdk';
import type { Plan, TodoSession } from 'ai-sdk-todo';
import { createAcpPlanFeed } from 'ai-sdk-todo/acp';

/** The plan of a session on its way to the editor, for as long as the editor has the session open. */
export interface PlanFollower {
  /** Resolves once the editor has a plan like this, or when it will get no more. */
  until(isReached: (plan: Plan) => boolean): Promise<void>;
  stop(): void;
}

/** Sends the editor the plan of a session now, unless it has just created the session, and then each change of it. */
export function followPlan(
  session: TodoSession,
  client: AgentContext,
  { isNew }: { readonly isNew: boolean },
): PlanFollower {
  const leaving = new AbortController();
  const feed = createAcpPlanFeed({ isNew });
  const waiting = new Set<(plan: Plan | undefined) => void>();
  let latest: Plan | undefined;

  const follow = async () => {
    for await (const plan of session.watch({ signal: leaving.signal })) {
      const update = feed.next(plan);
      const { update: method } = methods.client.session;
      if (update) await client.notify(method, { sessionId: session.id, update });
      latest = plan;
      for (const look of waiting) look(plan);
    }
  };
  void follow()
    .catch((error: unknown) => {
      console.error(`The plan of session ${session.id} can no longer be followed:`, error);
    })
    .finally(() => {
      leaving.abort();
      for (const look of waiting) look(undefined);
    });

  return {
    until: (isReached) =>
      new Promise((resolve) => {
        const look = (plan: Plan | undefined) => {
          if (plan !== undefined && !isReached(plan)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        if (latest !== undefined || leaving.signal.aborted) look(latest);
      }),
    stop: () => leaving.abort(),
  };
}
