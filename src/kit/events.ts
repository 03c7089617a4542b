import type { NewSessionEvent, TurnEndKind } from '../core/event.ts';
import type { TodoItem } from '../core/todo.ts';

/** What makes an event of this kit: the clock and the ids of its options. */
export interface EventMaker {
  readonly now: () => number;
  readonly generateId: () => string;
}

type NamedEvent = NewSessionEvent & { readonly id: string };

export function turnStart({ now, generateId }: EventMaker, turn: number): NamedEvent {
  return { time: now(), type: 'turn/start', id: generateId(), data: { turn } };
}

export function turnEnd(
  { now, generateId }: EventMaker,
  turn: number,
  kind: TurnEndKind,
): NamedEvent {
  return { time: now(), type: 'turn/end', id: generateId(), data: { turn, reason: { kind } } };
}

export function todoWrite(
  { now, generateId }: EventMaker,
  {
    todos,
    turn,
    callId,
  }: {
    readonly todos: readonly TodoItem[];
    readonly turn: number;
    readonly callId: string | undefined;
  },
): NamedEvent {
  const call = callId === undefined ? {} : { callId };
  return { time: now(), type: 'todo/write', id: generateId(), ...call, turn, data: { todos } };
}
