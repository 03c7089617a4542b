import { hasCode } from '../core/errors.ts';
import { isSameEvent, type SessionEvent } from '../core/event.ts';
import type { SessionSlice, SessionStore } from './session-store.ts';

/** How many events one read of a follower asks for. */
const PAGE = 256;
/** How often a follower looks without being told to: hints can be lost, and some stores give none. */
const POLL_WITH_HINTS_MS = 5_000;
const POLL_WITHOUT_HINTS_MS = 1_000;
/** How long a follower waits for a store that went away. */
const OUTAGE_MS = 60_000;

export interface FollowOptions {
  /** The first seq to read. */
  readonly fromSeq: number;
  /** The session that `fromSeq` belongs to; a session with another uid is read from its start. */
  readonly uid?: string | undefined;
  /** The event before `fromSeq`, where the caller has seen it: only where it still stands does the log go on from there. */
  readonly last?: SessionEvent | undefined;
  /** Milliseconds between two looks without a hint. Default 5,000 where the store gives hints, else 1,000. */
  readonly pollMs?: number | undefined;
  readonly signal: AbortSignal;
}

/**
 * Yields a session's events as they come, page by page, without end: first what is there, then what is added.
 *
 * Nothing is missed, whatever the transport loses: it listens first, then reads, and reads again on each hint and each
 * poll (S11). `null` says that the session does not exist, or that it is another one than before and starts anew.
 * Once it has read, it waits out a store that is away for up to a minute; any other error of a read ends it.
 *
 * Ends when `signal` aborts, and when events that were yielded are gone, as after a server came back without its last
 * ones: then there is no place to go on from, and the caller has to look where the session stands.
 */
export async function* follow(
  store: SessionStore,
  sessionId: string,
  { fromSeq, uid, last: seen, pollMs, signal }: FollowOptions,
): AsyncGenerator<SessionSlice | null, void> {
  const hints = createHints(store, sessionId, signal);
  const interval = pollMs ?? (store.watch ? POLL_WITH_HINTS_MS : POLL_WITHOUT_HINTS_MS);
  let next = fromSeq;
  /** The event before `next`, read again each time: only where it still stands is what follows its continuation. */
  let last = seen;
  let known: string | null | undefined = uid;
  let hasRead = false;
  let awaySince: number | undefined;
  try {
    while (!signal.aborted) {
      hints.listen();
      let slice: SessionSlice | null;
      try {
        const overlap = Math.min(next, 1);
        const range = { fromSeq: next - overlap, limit: PAGE + overlap };
        slice = await store.read(sessionId, { ...range, signal });
        hasRead = true;
        awaySince = undefined;
      } catch (error) {
        awaySince ??= Date.now();
        const isOutage = hasRead && hasCode(error, 'store_unavailable');
        if (signal.aborted || !isOutage || Date.now() - awaySince > OUTAGE_MS) throw error;
        await hints.wait(interval);
        continue;
      }
      const found = slice?.header.uid ?? null;
      const replaced = known !== undefined && known !== null && known !== found;
      if (replaced) {
        next = 0;
        last = undefined;
      }
      if (replaced || (found === null && known !== null)) yield null;
      known = found;
      const added = slice === null || replaced ? [] : eventsAfter(slice, next, last);
      if (added === undefined) return;
      if (slice !== null && added.length > 0) {
        next += added.length;
        yield { ...slice, events: added };
      }
      if (!replaced) last = added.at(-1) ?? last ?? slice?.events[0];
      // A store that counts more than it returns must not be asked without a pause.
      const isBehind = slice !== null && next < slice.version && (replaced || added.length > 0);
      if (!isBehind) await hints.wait(interval);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    hints.close();
  }
}

/** The events from `next` on, of a slice that begins with the one before it; `undefined` where that one is gone. */
function eventsAfter(
  { version, events }: SessionSlice,
  next: number,
  last: SessionEvent | undefined,
): readonly SessionEvent[] | undefined {
  if (next === 0) return events;
  const [before, ...added] = events;
  const isOther = before !== undefined && last !== undefined && !isSameEvent(before, last);
  return version < next || isOther ? undefined : added;
}

interface Hints {
  /** Listens from now on; what was hinted before is settled by the read that follows. */
  listen(): void;
  /** Waits until a hint has come since `listen`, at most `ms` milliseconds; leaves no timer and no listener behind. */
  wait(ms: number): Promise<void>;
  close(): void;
}

/** The store's hints, and silence where the store has none. */
function createHints(store: SessionStore, sessionId: string, signal: AbortSignal): Hints {
  let iterator: AsyncIterator<void> | undefined;
  let hinted = false;
  // Hints that broke off are opened again at the next poll, not at once: a store whose hints always end must not make
  // its followers read without a pause.
  let canListen = store.watch !== undefined;
  let wake: (() => void) | undefined;
  const hint = () => {
    hinted = true;
    wake?.();
  };
  const hear = async (): Promise<void> => {
    try {
      const stream = store.watch?.(sessionId, { signal })[Symbol.asyncIterator]();
      iterator = stream;
      for (;;) {
        const result = await stream?.next();
        if (!result || result.done) break;
        hint();
      }
    } catch {
      // The poll takes over.
    }
    iterator = undefined;
    hint(); // the store may be closed or away: the next read says so
  };
  return {
    listen() {
      hinted = false;
      if (!canListen) return;
      canListen = false;
      void hear();
    },
    wait(ms) {
      if (hinted || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          wake = undefined;
          resolve();
        };
        const timer = setTimeout(() => {
          canListen = store.watch !== undefined && iterator === undefined;
          done();
        }, ms);
        signal.addEventListener('abort', done);
        wake = done;
      });
    },
    close: () => void iterator?.return?.()?.catch(() => {}),
  };
}
