import { TodoError } from '../core/errors.ts';
import { assertSessionId } from '../core/session-id.ts';
import {
  checkAppendOptions,
  checkListOptions,
  checkReadOptions,
  checkTailOptions,
} from '../store/check-options.ts';
import { createHintQueue, type HintQueue } from '../store/hint-queue.ts';
import type { SessionStore, StoreOptions } from '../store/session-store.ts';
import { prepareAppend } from './append-events.ts';
import { createHeaderCache } from './header-cache.ts';
import type { HintHub } from './hint-hub.ts';
import { redisKeys } from './keys.ts';
import { listSessions, lookAt } from './list-sessions.ts';
import { operate, type Commands } from './operation.ts';
import { createSessionReader } from './read-session.ts';
import { checkRedisOptions, type RedisSettings, type RedisStoreOptions } from './redis-options.ts';
import { answerOf } from './replies.ts';
import { DELETE } from './scripts.ts';
import { createSessionIndex, type IndexEntry } from './session-index.ts';
import { sharedHub } from './shared-hubs.ts';

/**
 * A store in Redis, for many processes on many machines.
 *
 * Takes a client of `redis`, `ioredis` or `@upstash/redis` as it is, also a cluster client, or a `send` of your own.
 * Each append is one script that compares the version, appends, renews the expiry and tells followers. It is durable
 * to what your server promises: use AOF, and an eviction policy that evicts nothing. Followers of all sessions share
 * one connection that is opened for the first and closed after the last; where there is no pub/sub they poll.
 *
 * The client stays yours: connect it, listen to its errors, and close it when the store is closed.
 *
 * @example
 * const client = await createClient({ url }).on('error', console.error).connect();
 * const kit = createTodoKit({ store: redisStore({ client }), allowParallelInProgress: false });
 */
export function redisStore(options: RedisStoreOptions): SessionStore {
  return createRedisStore(checkRedisOptions(options));
}

/** A store over whatever can send the few commands that it needs. */
export function createRedisStore(settings: RedisSettings): SessionStore {
  const { link, owner, keyPrefix, ttl, timeoutMs } = settings;
  const keys = redisKeys(keyPrefix);
  const index = createSessionIndex(keys.index);
  const headers = createHeaderCache();
  const reader = createSessionReader(keys, headers);
  const operation = { link, timeoutMs };
  const watchers = new Set<HintQueue>();
  const { openSubscriber } = link;
  let closed = false;

  const assertOpen = () => {
    if (closed)
      throw new TodoError('store_closed', 'This Redis store was closed; create a new one.');
  };
  const run = <T>(
    { signal }: StoreOptions,
    work: (commands: Commands) => Promise<T>,
  ): Promise<T> => {
    signal?.throwIfAborted();
    return operate(operation, signal, work);
  };

  /** Beside the append that gave the entries: that must not wait for other sessions, nor fail with them. */
  const sweep = (entries: readonly IndexEntry[]) => {
    const look = (commands: Commands) =>
      Promise.all(entries.map((entry) => lookAt({ keys, index }, commands, entry)));
    operate(operation, undefined, look).catch(() => {});
  };

  return {
    capabilities: Object.freeze({
      durability: 'server',
      scope: 'network',
      watch: openSubscriber !== undefined,
      expires: ttl !== undefined,
    }),

    async append(sessionId, events, appendOptions) {
      assertOpen();
      checkAppendOptions(sessionId, appendOptions);
      const append = prepareAppend(
        { keys, index, ttl, onOthers: sweep },
        sessionId,
        events,
        appendOptions,
      );
      return run(appendOptions, append);
    },

    async read(sessionId, readOptions = {}) {
      assertOpen();
      const range = checkReadOptions(sessionId, readOptions);
      return run(readOptions, (commands) => reader.read(commands, sessionId, range));
    },

    async tail(sessionId, limit, tailOptions = {}) {
      assertOpen();
      checkTailOptions(sessionId, limit, tailOptions);
      return run(tailOptions, (commands) => reader.tail(commands, sessionId, limit));
    },

    async list(listOptions = {}) {
      assertOpen();
      const page = { afterId: listOptions.cursor, limit: checkListOptions(listOptions) };
      return run(listOptions, (commands) => listSessions({ keys, index }, commands, page));
    },

    async delete(sessionId, deleteOptions = {}) {
      assertOpen();
      assertSessionId(sessionId);
      await run(deleteOptions, async (commands) => {
        headers.delete(sessionId);
        const input = { keys: keys.session(sessionId), args: [keys.channel(sessionId)] };
        const [, uid = ''] = answerOf(await commands.run(DELETE, input));
        if (uid !== '') await index.remove(commands, { id: sessionId, uid });
      });
    },

    ...(openSubscriber === undefined
      ? {}
      : {
          watch(sessionId, { signal }) {
            assertOpen();
            assertSessionId(sessionId);
            return watchHints(sharedHub(owner, openSubscriber), keys.channel(sessionId), signal);
          },
        }),

    async close() {
      closed = true;
      for (const watcher of watchers) watcher.close();
    },
  };

  function watchHints(hub: HintHub, channel: string, signal: AbortSignal | undefined): HintQueue {
    const queue = createHintQueue({
      signal,
      onClose() {
        watchers.delete(queue);
        hub.leave(channel, queue);
      },
    });
    if (queue.closed) return queue;
    watchers.add(queue);
    hub.join(channel, queue);
    return queue;
  }
}
