import type { Plan } from 'ai-sdk-todo';
import type { Chat } from './chats.ts';
import { kit } from './kit.ts';
import { isStreaming } from './live-streams.ts';

/** The plan for the first render; `undefined` where the store is away, and the page tries again by itself. */
export async function readPlan(id: string, { turn }: Chat): Promise<Plan | undefined> {
  const session = kit.session(id);
  try {
    // The process that worked on it is gone: this turn will not go on. Does nothing if it has ended.
    if (turn !== undefined && !isStreaming(id)) await session.resumeTurn(turn).end('interrupted');
    return await session.plan();
  } catch (error) {
    console.error('the plan could not be read', error);
    return undefined;
  }
}
