import {
  methods,
  RequestError,
  type AgentContext,
  type StopReason,
} from '@agentclientprotocol/sdk';
import type { LanguageModel, ToolSet } from 'ai';
import type { Plan } from 'ai-sdk-todo';
import { takeTurn, type Chat } from '../chat/chat.ts';
import type { PlanFollower } from './follow-plan.ts';
import { updateOf } from './show-part.ts';

export interface PromptOptions {
  readonly model: LanguageModel;
  readonly tools: ToolSet;
  readonly plan: PlanFollower;
  readonly client: AgentContext;
  readonly signal: AbortSignal;
}

/** Lets the model answer a prompt, tells the editor everything about it, and says why it stopped. */
export async function answerPrompt(
  chat: Chat,
  text: string,
  { model, tools, plan, client, signal }: PromptOptions,
): Promise<StopReason> {
  const { session } = chat;
  let stopReason: StopReason = 'end_turn';
  try {
    for await (const part of takeTurn(chat, text, { model, tools, signal })) {
      const update = updateOf(part);
      const { update: method } = methods.client.session;
      if (update) await client.notify(method, { sessionId: session.id, update });
      if (part.type === 'finish') stopReason = stopReasonOf(part.finishReason);
    }
  } catch (error) {
    if (!signal.aborted) throw RequestError.internalError(undefined, messageOf(error));
  } finally {
    // The editor has the plan as the turn left it before it hears that the turn is over.
    const { turn: ended } = await session.plan();
    if (ended?.open === false) await plan.until(({ turn }) => hasEnded(turn, ended.number));
  }
  return signal.aborted ? 'cancelled' : stopReason;
}

function hasEnded(turn: Plan['turn'], number: number): boolean {
  return turn !== null && (turn.number > number || (turn.number === number && !turn.open));
}

function stopReasonOf(finishReason: string): StopReason {
  if (finishReason === 'length') return 'max_tokens';
  if (finishReason === 'tool-calls') return 'max_turn_requests'; // it wanted to go on, and had its steps
  return finishReason === 'content-filter' ? 'refusal' : 'end_turn';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
