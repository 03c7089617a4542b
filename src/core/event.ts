import type { TodoItem } from './todo.ts';

/** The highest version of the session header that this release reads and writes. */
export const SESSION_FORMAT_VERSION = 1;

/** The ways in which a turn ends. `interrupted`: nobody ended it (a crash, a closed tab), the next turn did. */
export const TURN_END_KINDS = ['completed', 'aborted', 'error', 'interrupted'] as const;

/** How a turn ended. */
export type TurnEndKind = (typeof TURN_END_KINDS)[number];

/** Whether a value is one of the ways in which a turn ends. */
export function isTurnEndKind(value: unknown): value is TurnEndKind {
  return TURN_END_KINDS.some((kind) => kind === value);
}

/** The first record of every stored session. */
export interface SessionHeader {
  readonly type: 'session';
  readonly version: number;
  readonly id: string;
  /** Random, given when the session is created: a session that was deleted and made anew has another one. */
  readonly uid: string;
  /** Unix time in milliseconds. */
  readonly createdAt: number;
  /** The id of the session whose agent started this one. A link only: plans are never merged. */
  readonly parentSession?: string;
}

/** An entry of a session's log, as a store returns it. Fields and types that we do not know are kept as they are. */
export interface SessionEvent {
  /** The 0-based position in the session: `events[i].seq === i`. */
  readonly seq: number;
  /** Unix time in milliseconds. For people to read; nothing orders by it. */
  readonly time: number;
  readonly type: string;
  readonly data: unknown;
  /** Unique. An append that is repeated because its outcome was unknown carries the same ids. */
  readonly id?: string;
  /** On writes: the id of the tool call. */
  readonly callId?: string;
  /** On writes: the number of the turn, so that the plan can be read from the end of any log. */
  readonly turn?: number;
  /** On every event of a batch but the last; set by the store. */
  readonly more?: true;
  readonly [field: string]: unknown;
}

/** An event as it is passed to `append`: the store gives it its `seq` and sets `more`. */
export interface NewSessionEvent {
  readonly time: number;
  readonly type: string;
  readonly data: unknown;
  readonly id?: string;
  readonly callId?: string;
  readonly turn?: number;
  readonly [field: string]: unknown;
}

/** Whether two readings of one place of a log found the same event there: by its id, or by what it says where it has none. */
export function isSameEvent(one: SessionEvent, other: SessionEvent): boolean {
  if (one.id !== undefined || other.id !== undefined) return one.id === other.id;
  // Not all of it: what a store adds stands at another place in what was read than in what was appended.
  const [a, b] = [one, other].map(({ time, type, data }) => JSON.stringify([time, type, data]));
  return a === b;
}

/** The data of a `turn/start` event. */
export interface TurnStartData {
  readonly turn: number;
}

/** The data of a `turn/end` event. */
export interface TurnEndData {
  readonly turn: number;
  readonly reason: { readonly kind: TurnEndKind };
}

/** The data of a `todo/write` event: the whole list. */
export interface TodoWriteData {
  readonly todos: readonly TodoItem[];
}

/** Whether a value is an object with string keys: no array, no `null`. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value can be the number of a turn: they count from 1. */
export function isTurnNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

/** The turn number in the data of a `turn/start` or `turn/end`, where there is a valid one. */
export function turnOf(data: unknown): number | undefined {
  return isRecord(data) && isTurnNumber(data['turn']) ? data['turn'] : undefined;
}
