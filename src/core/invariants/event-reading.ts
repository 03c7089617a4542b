import { durableFaults, validTodos, type DurableFault } from '../durable-rules.ts';
import { isRecord, isTurnEndKind, isTurnNumber, turnOf } from '../event.ts';
import type { TodoItem } from '../todo.ts';
import { describe } from './describe.ts';
import { shapeFaults, unknownFields } from './event-shape.ts';
import { unpack } from './predecessor.ts';

/** What the trace needs of an event. */
export interface EventReading {
  /** `unreadable`: nobody can tell what this was. */
  readonly kind: 'turn/start' | 'turn/end' | 'todo/write' | 'unknown' | 'unreadable';
  readonly type: string;
  /** `undefined` where the event has none; `seqFault` says whether it should. */
  readonly seq: number | undefined;
  readonly seqFault: string | undefined;
  /** For how many events this one stands: more than one in the packed rows of the predecessor. */
  readonly count: number;
  readonly time: number | undefined;
  /** The turn that it starts, ends or is written in, where it says so. */
  readonly turn: number | undefined;
  readonly shapeFaults: readonly string[];
  readonly todoFaults: readonly DurableFault[];
  /** A copy of the list of a write that breaks no rule. */
  readonly todos: readonly TodoItem[] | undefined;
  readonly unknownFields: readonly string[];
  /** A way to end a turn that only the predecessor has. */
  readonly unknownKind: string | undefined;
}

const NONE: readonly never[] = Object.freeze([]);

/**
 * Takes from an event all that the trace needs, so that whatever an accessor or a proxy does, it does here.
 *
 * Never throws.
 */
export function readEvent(event: unknown, isPredecessor: boolean): EventReading {
  try {
    if (!isRecord(event)) return unreadable(`an event must be an object; got ${describe(event)}`);
    return isPredecessor ? readPredecessor(event) : readRecord(event, false);
  } catch {
    return unreadable('the event cannot be read: one of its fields throws');
  }
}

function readPredecessor(row: Readonly<Record<string, unknown>>): EventReading {
  const { event, count } = unpack(row);
  return { ...readRecord(event, true), count };
}

function readRecord(
  event: Readonly<Record<string, unknown>>,
  isPredecessor: boolean,
): EventReading {
  const { seq, time, type, data } = event;
  const kind = kindOf(type);
  const isWrite = kind === 'todo/write' && data !== undefined; // missing data is a fault of the shape
  const todos = isWrite ? validTodos(data) : undefined;
  const hasSeq = typeof seq === 'number' && Number.isSafeInteger(seq) && seq >= 0;
  const hasNoSeqToHave = isPredecessor && seq === undefined;
  return {
    kind,
    type: typeof type === 'string' ? type : '',
    seq: hasSeq ? seq : undefined,
    seqFault:
      hasSeq || hasNoSeqToHave
        ? undefined
        : `seq must be a whole number from 0 on; got ${describe(seq)}`,
    count: 1,
    time: typeof time === 'number' && Number.isFinite(time) ? time : undefined,
    turn: kind === 'todo/write' ? turnNumber(event['turn']) : turnOf(data),
    shapeFaults: shapeFaults(event, isPredecessor),
    todoFaults: isWrite && todos === undefined ? durableFaults(data) : NONE,
    todos,
    unknownFields: unknownFields(event),
    unknownKind: isPredecessor && kind === 'turn/end' ? unknownKind(data) : undefined,
  };
}

function kindOf(type: unknown): EventReading['kind'] {
  if (type === 'turn/start' || type === 'turn/end' || type === 'todo/write') return type;
  return typeof type === 'string' && type !== '' ? 'unknown' : 'unreadable';
}

function turnNumber(value: unknown): number | undefined {
  return isTurnNumber(value) ? value : undefined;
}

function unknownKind(data: unknown): string | undefined {
  const reason = isRecord(data) ? data['reason'] : undefined;
  const kind = isRecord(reason) ? reason['kind'] : undefined;
  return typeof kind === 'string' && !isTurnEndKind(kind) ? kind : undefined;
}

function unreadable(fault: string): EventReading {
  return {
    kind: 'unreadable',
    type: '',
    seq: undefined,
    seqFault: undefined,
    count: 1,
    time: undefined,
    turn: undefined,
    shapeFaults: [fault],
    todoFaults: NONE,
    todos: undefined,
    unknownFields: NONE,
    unknownKind: undefined,
  };
}
