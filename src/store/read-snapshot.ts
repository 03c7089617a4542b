import { sessionReplaced, TodoError } from '../core/errors.ts';
import type { SessionEvent } from '../core/event.ts';
import { EMPTY_PLAN_STATE, planAt, projectEnd, reduceTodos, type Plan } from '../core/plan.ts';
import { PLAN_WINDOW } from './read-back.ts';
import { readHead } from './read-head.ts';
import type { SessionSlice, SessionStore, StoreOptions } from './session-store.ts';

export interface SnapshotOptions extends StoreOptions {
  /** How many of the last events to return, 0 or more. Default 0. */
  readonly tail?: number | undefined;
}

/** A session at one moment: everything in it is of the same place of the log. */
export interface SessionSnapshot {
  readonly plan: Plan;
  /** The last events, in order; fewer than asked for where the log is shorter. */
  readonly events: readonly SessionEvent[];
  /** Which life of the session this is: one that was deleted and made anew has another. `null`: it does not exist. */
  readonly uid: string | null;
}

const MAX_RESTARTS = 5;

/** Reads the plan and the last events as one consistent cut, mostly in one round trip. */
export async function readSnapshot(
  store: SessionStore,
  sessionId: string,
  { tail = 0, signal }: SnapshotOptions = {},
): Promise<SessionSnapshot> {
  if (!Number.isSafeInteger(tail) || tail < 0) {
    throw new TodoError(
      'invalid_option',
      `tail must be a number of events, 0 or more; got ${String(tail)}.`,
    );
  }
  for (let restarts = 0; ; restarts += 1) {
    const slice = await store.tail(sessionId, Math.max(tail, PLAN_WINDOW), { signal });
    if (slice === null) return { plan: planAt(EMPTY_PLAN_STATE, -1), events: [], uid: null };
    const { uid } = slice.header;
    const plan = planOf(slice) ?? (await planBefore(store, sessionId, slice, signal));
    const events = tail === 0 ? [] : slice.events.slice(-tail);
    if (plan !== undefined) return { plan, events, uid };
    if (restarts >= MAX_RESTARTS) {
      throw sessionReplaced(sessionId);
    }
  }
}

/** The plan, where these events alone tell it. */
function planOf({ events, version }: SessionSlice): Plan | undefined {
  const isWhole = events.length === version;
  const state = isWhole ? events.reduce(reduceTodos, EMPTY_PLAN_STATE) : projectEnd(events);
  return state && planAt(state, version - 1);
}

/** The plan at the end of a slice, from events before it; `undefined` when it is another session by now. */
async function planBefore(
  store: SessionStore,
  sessionId: string,
  { header, version }: SessionSlice,
  signal: AbortSignal | undefined,
): Promise<Plan | undefined> {
  // What is added meanwhile does not matter: a log only grows, so this place stays what it was.
  const head = await readHead(store, sessionId, { atSeq: version - 1, signal });
  return head.uid === header.uid ? planAt(head.state, version - 1) : undefined;
}
