import { isRecord, isTurnNumber } from '../core/event.ts';
import type { TodoFault } from '../core/todo-faults.ts';
import type { TodoTurnContext } from './types.ts';

/** The session that a call belongs to, and the turn that it is tied to, if any. */
export interface Owner {
  readonly sessionId: string;
  readonly turn: TodoTurnContext | undefined;
}

const fault = (line: string): TodoFault => ({ line, detail: line });

const NO_OWNER = fault('todo_write requires an owning agent session');
const HALF_A_TURN = fault(
  'todo_write requires the whole context of a turn (sessionId, turn, start) or a sessionId alone',
);

/**
 * Reads the owner from a tool's context, or says what is wrong with it. There is no default session, so that two
 * conversations can never share a plan by accident.
 */
export function ownerOf(context: unknown): Owner | { readonly fault: TodoFault } {
  if (!isRecord(context)) return { fault: NO_OWNER };
  const { sessionId, turn, start } = context;
  if (typeof sessionId !== 'string' || sessionId === '') return { fault: NO_OWNER };
  if (turn === undefined && start === undefined) return { sessionId, turn: undefined };
  const turnContext = turnContextOf(context);
  return turnContext ? { sessionId, turn: turnContext } : { fault: HALF_A_TURN };
}

/** A turn's context, checked and copied; `undefined` for anything that is not a whole one. */
export function turnContextOf(context: unknown): TodoTurnContext | undefined {
  if (!isRecord(context)) return undefined;
  const { sessionId, turn, start } = context;
  const isWhole =
    typeof sessionId === 'string' &&
    isTurnNumber(turn) &&
    typeof start === 'string' &&
    start !== '';
  return isWhole ? { sessionId, turn, start } : undefined;
}
