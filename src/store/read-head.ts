import { hasCode } from '../core/errors.ts';
import type { SessionEvent } from '../core/event.ts';
import { EMPTY_PLAN_STATE, projectEnd, reduceTodos, type PlanState } from '../core/plan.ts';
import { readBack } from './read-back.ts';
import type { SessionStore, StoreOptions } from './session-store.ts';

/** The projected state of a session at one place of its log. */
export interface SessionHead {
  /** `null` when the session does not exist. */
  readonly uid: string | null;
  /** The number of events up to here. */
  readonly version: number;
  /** The last event up to here: a log that lost it is not the log that was read. `undefined` before the first event. */
  readonly last: SessionEvent | undefined;
  readonly state: PlanState;
}

export interface ReadHeadOptions extends StoreOptions {
  /** The seq of the last event to reflect; beyond the end of the log it means the end. Default: the end. */
  readonly atSeq?: number | undefined;
}

const ABSENT: SessionHead = Object.freeze({
  uid: null,
  version: 0,
  last: undefined,
  state: EMPTY_PLAN_STATE,
});
const MAX_RESTARTS = 5;

/**
 * Projects the standing plan from the end of the log: reads back to the last event that carries the whole state, then
 * reduces forward from there.
 */
export async function readHead(
  store: SessionStore,
  sessionId: string,
  options: ReadHeadOptions = {},
): Promise<SessionHead> {
  for (let restarts = 0; ; restarts += 1) {
    try {
      return await projectHead(store, sessionId, options);
    } catch (error) {
      if (restarts >= MAX_RESTARTS || !hasCode(error, 'session_replaced')) throw error;
    }
  }
}

async function projectHead(
  store: SessionStore,
  sessionId: string,
  { atSeq, signal }: ReadHeadOptions,
): Promise<SessionHead> {
  const beforeSeq = atSeq === undefined ? undefined : atSeq + 1;
  const newestFirst: (readonly SessionEvent[])[] = []; // what was read after the place where reading can start
  let uid: string | null = null;
  let version = 0;
  let last: SessionEvent | undefined;
  let state: PlanState | undefined;
  for await (const slice of readBack(store, sessionId, { beforeSeq, signal })) {
    if (uid === null && beforeSeq !== undefined && beforeSeq > slice.version) {
      return projectHead(store, sessionId, { signal });
    }
    if (uid === null) {
      version = beforeSeq ?? slice.version;
      last = slice.events.at(-1);
    }
    uid ??= slice.header.uid;
    state = projectEnd(slice.events);
    if (state !== undefined) break;
    newestFirst.push(slice.events);
  }
  if (uid === null) return ABSENT;
  for (const events of newestFirst.toReversed()) {
    state = events.reduce<PlanState>(reduceTodos, state ?? EMPTY_PLAN_STATE);
  }
  return { uid, version, last, state: state ?? EMPTY_PLAN_STATE };
}
