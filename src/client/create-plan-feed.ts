import { assertArgument, assertOptionalFunction } from '../core/argument.ts';
import { isRecord } from '../core/event.ts';
import type { Plan } from '../core/plan.ts';
import { connectPlan } from './connect-plan.ts';
import { EMPTY_PLAN, isPlan } from './plan-of-json.ts';
import { tell } from './tell.ts';
import { isHidden, onVisibility } from './visibility.ts';

export interface PlanFeedOptions {
  /** Where a `createTodoRoute` answers for one session. A relative url is fine in a browser. */
  readonly url: string;
  /**
   * A plan that is known already, from the server's render for example: shown until the first event, however old the
   * page is.
   */
  readonly initialPlan?: Plan | undefined;
  /** The `fetch` to connect with, to add headers for example. Default: the platform's. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /**
   * Told of each failure: that of the network, or a `PlanFeedError` with the status and the code of the answer. The
   * feed tries again by itself unless the answer was final: a refusal (status 4xx), or no stream of events at all. Then
   * it ends until everybody has unsubscribed and somebody subscribes again. Default: nothing.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** The live plan of one session, as a store that views subscribe to. */
export interface PlanFeed {
  /**
   * Calls the listener after each change until the returned function is called. The feed is connected while it has
   * listeners, by one connection however many they are, and remembers its place while it has none.
   */
  readonly subscribe: (listener: () => void) => () => void;
  /** The latest plan; the same object until it changes. Before the first event: `initialPlan`, or an empty plan. */
  readonly getSnapshot: () => Plan;
  /** Disconnects for good; the last plan stays readable. */
  readonly close: () => void;
}

/**
 * Follows a plan over the network, for any view: React's `useSyncExternalStore`, Svelte, Vue, or a plain page.
 *
 * Makes no request before somebody subscribes. A connection that breaks, or that is silent for a minute, is made again
 * with growing pauses, and goes on right after the last plan that was received: changes come in order, each once. A
 * session that was deleted and made anew is noticed and starts over. While a page is hidden it is not connected, since
 * browsers allow few connections to a server; it catches up as soon as it can be seen again.
 *
 * Throws a `TodoError` with code `invalid_option` for options of the wrong kind.
 *
 * @example
 * const feed = createPlanFeed({ url: '/api/plan/chat-42' });
 * const stop = feed.subscribe(() => console.log(feed.getSnapshot().todos));
 */
export function createPlanFeed(options: PlanFeedOptions): PlanFeed {
  checkFeedOptions(options);
  const { url, initialPlan, fetch, onError } = options;
  const listeners = new Set<() => void>();
  let plan = initialPlan ?? EMPTY_PLAN;
  // Not that of the initial plan: a page out of a cache may be of an earlier life of the session, so the server shall
  // answer with the current plan first.
  let cursor: number | undefined;
  let connection: AbortController | undefined;
  let closed = false;

  const receive = (next: Plan) => {
    // Events of a connection stand in the order of the log, and the server has compared our place with its own: what
    // it sends is newer than what we have, or the session is another one now.
    cursor = next.asOfSeq;
    plan = next;
    for (const listener of listeners) tell(listener);
  };
  const connect = () => {
    // Not at once: a view that is mounted, unmounted and mounted again in one go shall connect once.
    if (closed || connection !== undefined || listeners.size === 0 || isHidden()) return;
    connection = new AbortController();
    const { signal } = connection;
    void connectPlan({ url, cursor: () => cursor, receive, fetch, onError, signal });
  };
  const disconnect = () => {
    connection?.abort();
    connection = undefined;
  };
  let ignoreVisibility: (() => void) | undefined;
  const leave = () => {
    ignoreVisibility?.();
    ignoreVisibility = undefined;
    disconnect();
  };

  return {
    subscribe(listener) {
      // A listener of its own for each call, also where one function is passed twice.
      const own = () => listener();
      listeners.add(own);
      if (!closed) ignoreVisibility ??= onVisibility(() => (isHidden() ? disconnect() : connect()));
      queueMicrotask(connect);
      return () => {
        listeners.delete(own);
        if (listeners.size === 0) leave();
      };
    },
    getSnapshot: () => plan,
    close() {
      closed = true;
      listeners.clear();
      leave();
    },
  };
}

function checkFeedOptions(options: PlanFeedOptions): void {
  assertArgument(isRecord(options), 'options', 'an object { url }', options);
  const { url, initialPlan, fetch, onError } = options;
  assertArgument(typeof url === 'string' && url !== '', 'url', 'a url as a string', url);
  const isInitial = initialPlan === undefined || isPlan(initialPlan);
  assertArgument(isInitial, 'initialPlan', 'a plan, or left out', initialPlan);
  assertOptionalFunction('fetch', fetch);
  assertOptionalFunction('onError', onError);
}
