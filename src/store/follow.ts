import { hasCode } from '../core/errors.ts';
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
  /** Milliseconds between two looks without a hint. Default 5,000 where the store gives hints, else 1,000. */
  readonly pollMs?: number | undefined;
  readonly signal: AbortSignal;
}

/**
 * Yields a session's events as they come, page by page, without end: first what is there, then what is added.
 *
 * Nothing is missed, whatever the transport loses: it listens first, then reads, and reads again on each hint and each
 * poll (S11). `null` says that the session does not exist, or that it is another one than before and starts anew.
 * Ends when `signal` aborts. Once it has read, it waits out a store that is away for up to a minute; any other error
 * of a read ends it.
 */
export async function* follow(
  store: SessionStore,
  sessionId: string,
  { fromSeq, uid, pollMs, signal }: FollowOptions,
): AsyncGenerator<SessionSlice | null, void> {
  const hints = openHints(store, sessionId, signal);
  const interval = pollMs ?? (store.watch ? POLL_WITH_HINTS_MS : POLL_WITHOUT_HINTS_MS);
  let next = fromSeq;
  let known: string | null | undefined = uid;
  let lastRead: number | undefined;
  try {
    while (!signal.aborted) {
      const hint = hints.next();
      let slice: SessionSlice | null;
      try {
        slice = await store.read(sessionId, { fromSeq: next, limit: PAGE, signal });
        lastRead = Date.now();
      } catch (error) {
        const waited = lastRead === undefined ? Infinity : Date.now() - lastRead;
        if (signal.aborted || !hasCode(error, 'store_unavailable') || waited > OUTAGE_MS)
          throw error;
        await waitFor(hint, interval, signal);
        continue;
      }
      const found = slice?.header.uid ?? null;
      const replaced = known !== undefined && known !== null && known !== found;
      if (replaced) next = 0;
      if (replaced || (found === null && known !== null)) yield null;
      known = found;
      if (slice !== null && !replaced && slice.events.length > 0) {
        next += slice.events.length;
        yield slice;
      }
      const isBehind = slice !== null && next < slice.version;
      if (!isBehind) await waitFor(hint, interval, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    hints.close();
  }
}

interface Hints {
  /** Settles on the next hint; the same promise until then. */
  next(): Promise<void>;
  close(): void;
}

/** The store's hints, opened again at the next look when they broke off, and silent where the store has none. */
function openHints(store: SessionStore, sessionId: string, signal: AbortSignal): Hints {
  let iterator: AsyncIterator<void> | undefined;
  let waiting: Promise<void> | undefined;
  const broken = () => {
    iterator = undefined;
    waiting = undefined;
    return new Promise<void>(() => {}); // the poll takes over
  };
  const listen = async (): Promise<void> => {
    try {
      iterator ??= store.watch?.(sessionId, { signal })[Symbol.asyncIterator]();
      const result = await iterator?.next();
      if (result === undefined || result.done) return broken();
      waiting = undefined;
    } catch {
      return broken();
    }
  };
  return {
    next: () => (waiting ??= listen()),
    close: () => void iterator?.return?.()?.catch(() => {}),
  };
}

/** Waits for a hint, at most `ms` milliseconds, and leaves no timer and no listener behind. */
function waitFor(hint: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
    else void hint.then(done);
  });
}
