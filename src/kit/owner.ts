import { isRecord, isTurnNumber } from '../core/event.ts';
import { TodoRefusalError } from '../core/refusal.ts';
import type { TodoToolContext, TodoTurnContext } from './types.ts';

/** The session that a call belongs to, and the turn that it is tied to, if any. */
export interface Owner {
  readonly sessionId: string;
  readonly turn: TodoTurnContext | undefined;
}

/**
 * Reads the owner from a tool's context. `undefined` where there is none: there is no default session, so that two
 * conversations can never share a plan by accident.
 */
export function ownerOf(context: TodoToolContext | unknown): Owner | undefined {
  if (!isRecord(context)) return undefined;
  const { sessionId, turn, start } = context;
  if (typeof sessionId !== 'string' || sessionId === '') return undefined;
  if (turn === undefined && start === undefined) return { sessionId, turn: undefined };
  if (!isTurnNumber(turn) || typeof start !== 'string') {
    throw new TodoRefusalError(
      'invalid_option',
      'todo_write requires the whole context of a turn (sessionId, turn, start) or a sessionId alone',
    );
  }
  return { sessionId, turn: { sessionId, turn, start } };
}
