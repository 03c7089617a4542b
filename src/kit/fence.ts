import { TodoRefusalError } from '../core/refusal.ts';
import type { Cursor } from './cursor.ts';
import type { TodoTurnContext } from './types.ts';

/**
 * Why a turn can no longer write; `undefined` while it can.
 *
 * A turn is known by the id of its `turn/start`, not by its number: a session that was deleted and made anew has a
 * turn 1 again.
 */
export function closedReason(cursor: Cursor, { turn, start }: TodoTurnContext): string | undefined {
  const { uid, state, turnLog } = cursor;
  if (uid === null) return `the session of turn ${turn} does not exist any more`;
  const isThis = turnLog?.start === start && state.turn?.number === turn;
  if (isThis && state.turn?.open === true) return undefined;
  const latest = state.turn?.number;
  if (latest === turn && state.turn?.open === false) return `turn ${turn} has ended`;
  return latest !== undefined && latest > turn
    ? `turn ${turn} was superseded by turn ${latest}`
    : `turn ${turn} is not part of this session any more`;
}

/** What the model reads when its call comes too late. */
export function closedRefusal(reason: string): TodoRefusalError {
  return new TodoRefusalError(
    'turn_closed',
    `todo_write requires an open turn: ${reason}; nothing was written`,
  );
}
