import type { Plan } from 'ai-sdk-todo';
import { cutTurnOf, type Chat } from './chats.ts';
import { kit } from './kit.ts';

/** The plan for the first render; `undefined` where the store is away, and the page tries again by itself. */
export async function readPlan(id: string, chat: Chat): Promise<Plan | undefined> {
  const session = kit.session(id);
  const cutTurn = cutTurnOf(chat);
  try {
    // Else its plan would look as if somebody were still at it. Does nothing if the turn has ended.
    if (cutTurn !== undefined) await session.resumeTurn(cutTurn).end('interrupted');
    return await session.plan();
  } catch (error) {
    console.error('the plan could not be read', error);
    return undefined;
  }
}
