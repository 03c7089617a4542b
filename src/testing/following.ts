import type { SessionEvent } from '../core/event.ts';
import { follow } from '../store/follow.ts';
import type { SessionStore } from '../store/session-store.ts';
import { checkEqual, eventually, within } from './expect.ts';
import { SESSION } from './samples.ts';
import type { CaseContext } from './store-case.ts';

/** A follower that collects what it is given until it is stopped. */
export interface Follower {
  /** What came since the session was last told to be absent or another one. */
  readonly events: readonly SessionEvent[];
  /** How often it was told so. */
  readonly restarts: number;
  /** Waits until the follower has these events, and fails the case when it gets others or none in time. */
  has(expected: readonly SessionEvent[], what: string): Promise<void>;
  /** Resolves when the follower has ended; rejects with the error that ended it. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Follows the session as a kit does, with a poll of its own pace, until it is stopped or the case has ended. */
export function startFollowing(
  { settleMs, signal }: Pick<CaseContext, 'settleMs' | 'signal'>,
  store: SessionStore,
  pollMs: number,
): Follower {
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort(), { once: true });
  let events: SessionEvent[] = [];
  let restarts = 0;
  let failure: unknown;
  const run = async () => {
    for await (const slice of follow(store, SESSION, {
      fromSeq: 0,
      pollMs,
      signal: controller.signal,
    })) {
      if (slice === null) {
        events = [];
        restarts += 1;
      } else {
        events = [...events, ...slice.events];
      }
    }
  };
  const ended = run();
  ended.catch((error: unknown) => {
    failure = error;
  });
  return {
    get events() {
      return events;
    },
    get restarts() {
      return restarts;
    },
    async has(expected, what) {
      await eventually(() => events.length >= expected.length || failure !== undefined, settleMs);
      if (failure !== undefined) throw failure;
      checkEqual(events, expected, what);
    },
    ended,
    async stop() {
      controller.abort();
      await within(ended, settleMs, 'stopping a follower');
    },
  };
}

/** The same store without any hint: `watch` listens and never yields. */
export function withoutHints(store: SessionStore): SessionStore {
  return {
    capabilities: store.capabilities,
    append: (...given) => store.append(...given),
    read: (...given) => store.read(...given),
    tail: (...given) => store.tail(...given),
    list: (...given) => store.list(...given),
    delete: (...given) => store.delete(...given),
    watch: () => ({
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => {}),
        return: () => Promise.resolve({ done: true, value: undefined }),
      }),
    }),
    close: () => store.close(),
  };
}
