import type { Cursor } from './cursor.ts';

/** One session as this kit works on it: its calls in order, and how far its log has been read. */
export interface Lane {
  readonly sessionId: string;
  /** What was last known of the session; `undefined` before the first look and after a failure. */
  cursor: Cursor | undefined;
  /** Settles when the last call so far is through. */
  last: Promise<unknown>;
  /** How many calls are not through yet. */
  waiting: number;
}

/** How many idle sessions a kit remembers; a forgotten one is read again from its end. */
const MAX_IDLE_LANES = 500;

/** The lanes of one kit, by session id. The least recently used are forgotten, unless a call is under way. */
export function createLanes(): (sessionId: string) => Lane {
  const lanes = new Map<string, Lane>();
  return (sessionId) => {
    const lane = lanes.get(sessionId) ?? newLane(sessionId);
    lanes.delete(sessionId);
    lanes.set(sessionId, lane);
    for (const [id, { waiting }] of lanes) {
      if (lanes.size <= MAX_IDLE_LANES) break;
      if (waiting === 0 && id !== sessionId) lanes.delete(id);
    }
    return lane;
  };
}

function newLane(sessionId: string): Lane {
  return { sessionId, cursor: undefined, last: Promise.resolve(), waiting: 0 };
}

/**
 * Lets the calls from now on wait for none before: for when a turn began or ended, and earlier calls can no longer write.
 * One of them that hangs must not hold up the turns after it.
 */
export function openLine(lane: Lane): void {
  lane.last = Promise.resolve();
}

/**
 * Runs work after all work that was handed in before it: the order of calls is the order of the log.
 *
 * An abort before the work has begun rejects at once and the work never begins; later it is up to the work, so that
 * an outcome is never reported before it is known.
 */
export function inOrder<T>(
  lane: Lane,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const leave = () => reject(signal?.reason);
    if (signal?.aborted) {
      leave();
      return;
    }
    signal?.addEventListener('abort', leave, { once: true });
    lane.waiting += 1;
    lane.last = lane.last
      .then(() => {
        signal?.removeEventListener('abort', leave);
        signal?.throwIfAborted();
        return work();
      })
      .then(resolve, reject)
      .finally(() => {
        lane.waiting -= 1;
      });
  });
}
