import { isRecord, isTurnEndKind, isTurnNumber, TURN_END_KINDS } from '../event.ts';
import { describe, quoteAll } from './describe.ts';

/**
 * What is wrong with the fields of an event, at most one sentence for each field, its data being one.
 *
 * Leaves out `seq`, which is a matter of the row, and the list of todos, which has rules of its own. Logs of the
 * predecessor may leave out `time` and end turns in ways of their own.
 */
export function shapeFaults(
  event: Readonly<Record<string, unknown>>,
  isPredecessor: boolean,
): readonly string[] {
  const { time, type, data, id, callId, turn, more } = event;
  const faults: string[] = [];
  if (!isName(type)) faults.push(`type must be a non-empty string; got ${describe(type)}`);
  if (!Number.isFinite(time) && !(isPredecessor && time === undefined)) {
    faults.push(`time must be Unix milliseconds; got ${describe(time)}`);
  }
  if (id !== undefined && !isName(id)) {
    faults.push(`id must be a non-empty string; got ${describe(id)}`);
  }
  if (callId !== undefined && !isName(callId)) {
    faults.push(`callId must be a non-empty string; got ${describe(callId)}`);
  }
  if (turn !== undefined && !isTurnNumber(turn)) {
    faults.push(`turn must be a whole number from 1 on; got ${describe(turn)}`);
  }
  if (more !== undefined && more !== true) {
    faults.push(`more must be true where it is present; got ${describe(more)}`);
  }
  const dataFault = data === undefined ? 'data is missing' : faultOfData(type, data, isPredecessor);
  if (dataFault !== undefined) faults.push(dataFault);
  return faults;
}

/** Names the fields that this release does not know, those of a turn's data included. */
export function unknownFields(event: Readonly<Record<string, unknown>>): readonly string[] {
  const { type, data } = event;
  const unknown: string[] = [];
  for (const field in event) if (!isEnvelopeField(field)) unknown.push(field);
  if ((type === 'turn/start' || type === 'turn/end') && isRecord(data)) {
    for (const field in data) {
      if (field !== 'turn' && (field !== 'reason' || type === 'turn/start')) {
        unknown.push(`data.${field}`);
      }
    }
    const { reason } = data;
    if (type === 'turn/end' && isRecord(reason)) {
      for (const field in reason) if (field !== 'kind') unknown.push(`data.reason.${field}`);
    }
  }
  return unknown;
}

function faultOfData(type: unknown, data: unknown, isPredecessor: boolean): string | undefined {
  if (type === 'todo/write') return faultOfWrite(data);
  if (type !== 'turn/start' && type !== 'turn/end') return undefined;
  if (!isRecord(data)) return `the data of a ${type} must be an object; got ${describe(data)}`;
  const { turn, reason } = data;
  if (!isTurnNumber(turn)) {
    return `data.turn must be a whole number from 1 on; got ${describe(turn)}`;
  }
  if (type === 'turn/start') return undefined;
  const kind = isRecord(reason) ? reason['kind'] : undefined;
  if (isTurnEndKind(kind) || (isPredecessor && isName(kind))) return undefined;
  const found = isRecord(reason) ? `the kind ${describe(kind)}` : describe(reason);
  return `data.reason must be an object whose kind is one of ${TURN_END_KINDS.join(', ')}; got ${found}`;
}

function faultOfWrite(data: unknown): string | undefined {
  if (!isRecord(data)) return undefined; // the rules of the list say so
  const extra = Object.keys(data).filter((field) => field !== 'todos');
  if (extra.length === 0) return undefined;
  return `the data of a todo/write must hold todos and nothing else; got ${quoteAll(extra)} too`;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isEnvelopeField(field: string): boolean {
  switch (field) {
    case 'seq':
    case 'time':
    case 'type':
    case 'data':
    case 'id':
    case 'callId':
    case 'turn':
    case 'more':
      return true;
    default:
      return false;
  }
}
