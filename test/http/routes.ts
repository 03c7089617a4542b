import { createTodoRoute, type TodoRouteOptions } from '../../src/http/index.ts';
import type { SessionStore } from '../../src/index.ts';
import { checkedKit, checkedStore } from '../support/kit.ts';
import { wrapStore } from '../support/stores.ts';

export interface RequestOptions {
  readonly accept?: string;
  readonly lastEventId?: string;
  readonly ifNoneMatch?: string;
  readonly signal?: AbortSignal;
}

/** A request for the plan of a session, whose id is the last part of the path. */
export function planRequest(path = '/chat', options: RequestOptions = {}): Request {
  const { accept, lastEventId, ifNoneMatch, signal } = options;
  const headers = new Headers();
  if (accept !== undefined) headers.set('accept', accept);
  if (lastEventId !== undefined) headers.set('last-event-id', lastEventId);
  if (ifNoneMatch !== undefined) headers.set('if-none-match', ifNoneMatch);
  return new Request(`http://plans.test${path}`, { headers, ...(signal ? { signal } : {}) });
}

export function streamRequest(path?: string, options: RequestOptions = {}): Request {
  return planRequest(path, { accept: 'text/event-stream', ...options });
}

/** A kit and a route over it that lets everybody see the session that the path names. */
export function openRoute(
  options: Partial<TodoRouteOptions> & { readonly store?: SessionStore } = {},
) {
  const { store = checkedStore(), ...routeOptions } = options;
  const kit = checkedKit({ store });
  const errors: unknown[] = [];
  const { GET } = createTodoRoute({
    kit,
    authorize: ({ url }) => ({ sessionId: decodeURIComponent(new URL(url).pathname.slice(1)) }),
    onError: (error) => void errors.push(error),
    ...routeOptions,
  });
  return { kit, GET, errors, session: kit.session('chat') };
}

/** Counts what a store is asked for, and the followers that it tells of changes. */
export function countingStore(store: SessionStore = checkedStore()) {
  const counts = { reads: 0, watchers: 0 };
  const counted = wrapStore(store, {
    read: (...args) => {
      counts.reads += 1;
      return store.read(...args);
    },
    tail: (...args) => {
      counts.reads += 1;
      return store.tail(...args);
    },
    watch(sessionId, options) {
      counts.watchers += 1;
      const hints = store.watch?.(sessionId, options);
      return (async function* count() {
        try {
          for await (const hint of hints ?? []) yield hint;
        } finally {
          counts.watchers -= 1;
        }
      })();
    },
  });
  return { store: counted, counts };
}
