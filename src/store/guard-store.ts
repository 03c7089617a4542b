import { InvariantViolationError } from '../core/errors.ts';
import { isSameEvent, type NewSessionEvent, type SessionEvent } from '../core/event.ts';
import { createSessionTrace, type SessionTrace } from '../core/invariants/session-trace.ts';
import type { Violation } from '../core/invariants/violation.ts';
import { assertStore, checkAppendOptions } from './check-options.ts';
import { readPages } from './read-pages.ts';
import type { AppendOptions, AppendResult, SessionStore, StoreOptions } from './session-store.ts';

/** How far a session has been checked. */
interface Checked {
  readonly uid: string | undefined;
  readonly version: number;
  /** The event before `version`: a log in which it does not stand any more is not the one that was checked. */
  readonly last: SessionEvent | undefined;
  readonly trace: SessionTrace;
  /** What is wrong with the events up to here. */
  readonly violations: readonly Violation[];
  /** Whether the session may have changed since: another writer was faster, or made it anew. */
  readonly isStale: boolean;
}

/** How many sessions a guard remembers; a forgotten one is checked again from its start. */
const MAX_REMEMBERED = 500;

/**
 * A store that refuses to append whatever would break a rule of the log.
 *
 * Checks a session's stored events once, before the first append, and then each append before it is committed: at a
 * cost that does not depend on the length of the log. A refusal is an `InvariantViolationError`, nothing is written.
 * A session that is broken already takes no more appends; it can still be read, checked and deleted.
 *
 * The kit never writes a bad log. Guard a store that other code of yours appends to as well.
 *
 * @example
 * const store = guardStore(fileStore('.sessions'));
 */
export function guardStore(store: SessionStore): SessionStore {
  assertStore(store);
  const remembered = new Map<string, Checked>();

  const remember = (sessionId: string, checked: Checked) => {
    remembered.delete(sessionId);
    remembered.set(sessionId, checked);
    for (const [oldest] of remembered) {
      if (remembered.size <= MAX_REMEMBERED) break;
      remembered.delete(oldest);
    }
    return checked;
  };

  const refresh = async (sessionId: string, options: StoreOptions) =>
    remember(sessionId, await checkOn(store, sessionId, remembered.get(sessionId), options));

  const append = async (
    sessionId: string,
    events: readonly NewSessionEvent[],
    options: AppendOptions,
  ): Promise<AppendResult> => {
    checkAppendOptions(sessionId, options);
    const { expectedVersion, expectedUid, expectedLastId, signal } = options;
    const known = remembered.get(sessionId);
    const fits =
      known?.version === expectedVersion &&
      !known.isStale &&
      (expectedUid === undefined || expectedUid === known.uid);
    let checked = fits ? known : await refresh(sessionId, { signal });
    let next = extend(checked, events);
    if (next.violations.length > 0 && checked === known) {
      // Memory may be wrong about the session, and must not be the reason to refuse.
      checked = await refresh(sessionId, { signal });
      next = extend(checked, events);
    }
    // Anywhere but at the end it is a conflict, or the repeat of an append that was checked: the store tells.
    if (checked.version !== expectedVersion) return store.append(sessionId, events, options);
    if (next.violations.length > 0) throw new InvariantViolationError(sessionId, next.violations);
    try {
      const result = await store.append(sessionId, events, {
        ...options,
        // What was checked is this session; another one of the same name and length is a conflict.
        expectedUid: expectedUid ?? checked.uid,
        expectedLastId: expectedLastId ?? checked.last?.id,
      });
      remember(sessionId, { ...result, ...next, isStale: false });
      return result;
    } catch (error) {
      remember(sessionId, { ...checked, isStale: true });
      throw error;
    }
  };

  return {
    capabilities: store.capabilities,
    append,
    read: (...args) => store.read(...args),
    tail: (...args) => store.tail(...args),
    list: (...args) => store.list(...args),
    async delete(sessionId, options) {
      remembered.delete(sessionId);
      await store.delete(sessionId, options);
    },
    ...(store.watch ? { watch: store.watch.bind(store) } : {}),
    close: () => store.close(),
  };
}

/** Checks what came after `known`, or the whole session where it is another one. */
async function checkOn(
  store: SessionStore,
  sessionId: string,
  known: Checked | undefined,
  { signal }: StoreOptions,
): Promise<Checked> {
  const trace = known?.trace.fork() ?? createSessionTrace({ sessionId });
  const violations = [...(known?.violations ?? [])];
  let uid = known?.uid;
  let version = known?.version ?? 0;
  let last = known?.last;
  let isFirst = true;
  const overlap = last === undefined ? 0 : 1;
  for await (const slice of readPages(store, sessionId, { fromSeq: version - overlap, signal })) {
    const [before] = slice.events;
    const isCut = isFirst && last !== undefined && !(before && isSameEvent(before, last));
    const isOther = uid !== undefined && slice.header.uid !== uid;
    if (isOther || isCut) return checkOn(store, sessionId, undefined, { signal });
    if (isFirst && version === 0) violations.push(...trace.header(slice.header));
    uid = slice.header.uid;
    const added = slice.events.slice(isFirst ? overlap : 0);
    for (const event of added) violations.push(...trace.advance(event));
    version += added.length;
    last = added.at(-1) ?? last;
    isFirst = false;
  }
  const isGone = isFirst && known !== undefined;
  return isGone
    ? checkOn(store, sessionId, undefined, { signal })
    : { uid, version, last, trace, violations, isStale: false };
}

/** The trace after more events, and all that is wrong up to there. */
function extend(
  { trace: before, version, last, violations }: Checked,
  events: readonly NewSessionEvent[],
): Pick<Checked, 'last' | 'trace' | 'violations'> {
  const trace = before.fork();
  const numbered = events.map((event, i): SessionEvent => ({ ...event, seq: version + i }));
  const found = numbered.flatMap((event) => trace.advance(event));
  return { last: numbered.at(-1) ?? last, trace, violations: [...violations, ...found] };
}
