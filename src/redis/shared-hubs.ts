import { createHintHub, type HintHub } from './hint-hub.ts';
import type { OpenSubscriber } from './subscriber.ts';

const HUBS = Symbol.for('ai-sdk-todo.redis-hubs.1');

/**
 * The hub of a client, one in this process.
 *
 * Kept beside the module, not in it: a module that is loaded anew, as development servers do, must find the
 * connection that the one before has opened.
 */
export function sharedHub(client: object, open: OpenSubscriber): HintHub {
  // The cast: nobody else writes under our symbol, and its name changes with what is kept there.
  const shared = globalThis as { [HUBS]?: WeakMap<object, HintHub> };
  const hubs = (shared[HUBS] ??= new WeakMap<object, HintHub>());
  const hub = hubs.get(client) ?? createHintHub(open);
  hubs.set(client, hub);
  return hub;
}
