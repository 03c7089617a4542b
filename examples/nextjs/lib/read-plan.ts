import type { Plan } from 'ai-sdk-todo';
import { cutTurnOf, type Chat } from './chats.ts';
import { kit } from './kit.ts';
import { once } from './once.ts';

/** The starts of the turns that are known to be over, so that they are asked for once only. */
const over = once('turns-over', () => new Set<string>());

/**
 * Ends the last turn of a chat if the process that worked on it is gone. Else its plan would look as if somebody were
 * still at it. Does nothing if the turn has ended.
 */
export async function endCutTurn(id: string, chat: Chat): Promise<void> {
  const cutTurn = cutTurnOf(chat);
  if (cutTurn === undefined || over.has(cutTurn.start)) return;
  await kit.session(id).resumeTurn(cutTurn).end('interrupted');
  over.add(cutTurn.start);
}

/** The plan for the first render; `undefined` where the store is away, and the page tries again by itself. */
export async function readPlan(id: string, chat: Chat): Promise<Plan | undefined> {
  try {
    await endCutTurn(id, chat);
    return await kit.session(id).plan();
  } catch (error) {
    console.error('the plan could not be read', error);
    return undefined;
  }
}
