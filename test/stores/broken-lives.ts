import { hasCode, TodoError } from '../../src/core/errors.ts';
import type { SessionStore } from '../../src/store/session-store.ts';
import type { Breakage } from './breakage.ts';
import { changedHints, watchOf } from './changed-hints.ts';

/** Stores that break the rules of cancellation and outages: S12 and S13. */
export const brokenLives: readonly Breakage[] = [
  {
    rule: 'S12',
    what: 'ignores signals',
    store: (good) => ({
      read: (id, { signal: _signal, ...options } = {}) => good.read(id, options),
    }),
  },
  {
    rule: 'S12',
    what: 'looks at the signal after it has deleted',
    store: (good) => ({
      async delete(id, options) {
        await good.delete(id);
        options?.signal?.throwIfAborted();
      },
    }),
  },
  {
    rule: 'S12',
    what: 'rejects with an error of its own instead of the reason',
    store: (good) => ({
      async list(options) {
        if (options?.signal?.aborted) throw new DOMException('Aborted.', 'AbortError');
        return good.list(options);
      },
    }),
  },
  {
    rule: 'S12',
    what: 'tells of an append that was stored as aborted',
    store: (good) => ({
      async append(id, events, options) {
        const result = await good.append(id, events, options);
        options.signal?.throwIfAborted();
        return result;
      },
    }),
  },
  {
    rule: 'S12',
    what: 'lets watchers wait when their signal aborts',
    store: (good) => ({ watch: (id) => watchOf(good)(id, {}) }),
  },
  {
    rule: 'S12',
    what: 'watches by a generator, which cannot be left while it waits',
    store: (good) => ({
      async *watch(id, options) {
        yield* watchOf(good)(id, options);
      },
    }),
  },
  {
    rule: 'S12',
    what: 'lets watchers wait when it is closed',
    store: (good) => ({
      watch: (id, { signal }) => changedHints(good, id, signal, () => true, { outlives: true }),
    }),
  },
  {
    rule: 'S12',
    what: 'works on when it is closed',
    store: () => ({ close: async () => undefined }),
  },
  {
    rule: 'S12',
    what: 'cannot be closed twice',
    store: (good) => {
      let closed = false;
      return {
        async close() {
          if (closed) throw new TodoError('store_closed', 'It was closed.');
          closed = true;
          await good.close();
        },
      };
    },
  },
  {
    rule: 'S12',
    what: 'closes what other instances use',
    harness: (good) => {
      const stores = new Map<string, SessionStore[]>();
      return {
        async open(space) {
          const store = await good.open(space);
          const all = [...(stores.get(space) ?? []), store];
          stores.set(space, all);
          return {
            ...store,
            async close() {
              for (const each of stores.get(space) ?? []) await each.close();
            },
          };
        },
      };
    },
  },
  {
    rule: 'S12',
    what: 'keeps a handle for each watcher that left',
    harness: (good) => {
      const left = new Map<string, number>();
      return {
        async open(space) {
          const store = await good.open(space);
          return {
            ...store,
            watch(id, options) {
              left.set(space, (left.get(space) ?? 0) + 1);
              return watchOf(store)(id, options);
            },
          };
        },
        countHandles: async (space) => (await good.countHandles(space)) + (left.get(space) ?? 0),
      };
    },
  },
  {
    rule: 'S13',
    what: 'waits for ever while it is away',
    store: (good) => ({
      read: (...given) =>
        good.read(...given).catch((error: unknown) => {
          if (hasCode(error, 'store_unavailable')) return new Promise<never>(() => {});
          throw error;
        }),
    }),
  },
  {
    rule: 'S13',
    what: 'tells of an outage in the words of its driver',
    store: (good) => ({
      list: (...given) =>
        good.list(...given).catch((error: unknown) => {
          throw hasCode(error, 'store_unavailable') ? new Error('ECONNREFUSED') : error;
        }),
    }),
  },
  {
    rule: 'S13',
    what: 'takes a store that is away for an empty one',
    store: (good) => ({
      read: (...given) =>
        good.read(...given).catch((error: unknown) => {
          if (hasCode(error, 'store_unavailable')) return null;
          throw error;
        }),
    }),
  },
  {
    rule: 'S13',
    what: 'stays away once it was away',
    store: (good) => {
      let isLost = false;
      return {
        async read(...given) {
          if (isLost) throw new TodoError('store_unavailable', 'It is away.');
          return good.read(...given).catch((error: unknown) => {
            isLost = hasCode(error, 'store_unavailable');
            throw error;
          });
        },
      };
    },
  },
  {
    rule: 'S13',
    what: 'carries out later what it told to have failed',
    store: (good) => ({
      append: (...given) =>
        good.append(...given).catch((error: unknown) => {
          if (hasCode(error, 'store_unavailable')) {
            const again = setInterval(() => {
              void good.append(...given).then(
                () => clearInterval(again),
                (later: unknown) => {
                  if (!hasCode(later, 'store_unavailable')) clearInterval(again);
                },
              );
            }, 5);
          }
          throw error;
        }),
    }),
  },
  {
    rule: 'S13',
    what: 'cannot be closed while it is away',
    store: (good) => ({
      async close() {
        if (
          await good.list().then(
            () => false,
            (error: unknown) => hasCode(error, 'store_unavailable'),
          )
        ) {
          await new Promise(() => {});
        }
        await good.close();
      },
    }),
  },
];
