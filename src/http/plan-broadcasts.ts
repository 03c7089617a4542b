import type { TodoKit } from '../kit/create-todo-kit.ts';
import { createPlanBroadcast, type PlanBroadcast, type Seat } from './plan-broadcast.ts';

/** The broadcasts of a route: one for each session that anybody follows, and none for the others. */
export function createPlanBroadcasts(
  kit: Pick<TodoKit, 'session'>,
  report: (error: unknown) => void,
): { readonly join: (sessionId: string) => Seat } {
  const broadcasts = new Map<string, PlanBroadcast>();
  return {
    join(sessionId) {
      const running = broadcasts.get(sessionId);
      if (running !== undefined) return running.join();
      const broadcast = createPlanBroadcast(
        (signal) => kit.session(sessionId).watch({ signal }),
        (error) => {
          if (broadcasts.get(sessionId) === broadcast) broadcasts.delete(sessionId);
          if (error !== undefined) report(error);
        },
      );
      broadcasts.set(sessionId, broadcast);
      return broadcast.join();
    },
  };
}
