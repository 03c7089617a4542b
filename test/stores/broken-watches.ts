import type { SessionStore } from '../../src/store/session-store.ts';
import type { Breakage } from './breakage.ts';
import { changedHints } from './changed-hints.ts';

/** Stores that break the rules of cost and watching: S10 and S11. */
export const brokenWatches: readonly Breakage[] = [
  {
    rule: 'S10',
    what: 'reads the whole log for its tail',
    store: (good) => ({
      async tail(id, limit, options) {
        const slice = await good.read(id, options);
        if (slice === null) return good.tail(id, limit, options);
        return { ...slice, events: slice.events.slice(Math.max(0, slice.version - limit)) };
      },
    }),
  },
  {
    rule: 'S10',
    what: 'reads the whole log to append to it',
    store: (good) => ({
      async append(id, ...rest) {
        await good.read(id);
        return good.append(id, ...rest);
      },
    }),
  },
  {
    rule: 'S10',
    what: 'reads the log of each session that it lists',
    store: (good) => ({
      async list(options) {
        const page = await good.list(options);
        for (const { id } of page.sessions) await good.read(id);
        return page;
      },
    }),
  },
  {
    rule: 'S10',
    what: 'looks for the tail in the last 1,000 events only',
    store: (good) => ({
      async tail(id, limit, options) {
        const slice = await good.tail(id, limit, options);
        return slice && { ...slice, version: Math.min(slice.version, 1_000) };
      },
    }),
  },
  {
    rule: 'S10',
    what: 'looks for the tail in the last 64 kilobytes only',
    store: (good) => ({
      async tail(id, limit, options) {
        const slice = await good.tail(id, limit, options);
        let left = 65_536;
        const isNear = (size: number) => (left -= size) > 0;
        const events = slice?.events
          .toReversed()
          .filter((event) => isNear(JSON.stringify(event).length))
          .toReversed();
        return slice && { ...slice, events: events ?? [] };
      },
    }),
  },
  {
    rule: 'S11',
    what: 'gives no first hint',
    store: (good) => ({
      watch: (id, options) => changedHints(good, id, options.signal, (n) => n > 0),
    }),
  },
  {
    rule: 'S11',
    what: 'gives one hint and no more',
    store: (good) => ({
      watch: (id, options) => changedHints(good, id, options.signal, (n) => n === 0),
    }),
  },
  {
    rule: 'S11',
    what: 'gives no hint of what other instances did',
    store: (good) => {
      let isOwn = false;
      return {
        async append(...given) {
          isOwn = true;
          const result = await good.append(...given);
          setTimeout(() => {
            isOwn = false;
          }, 0);
          return result;
        },
        watch: (id, options) => changedHints(good, id, options.signal, (n) => n === 0 || isOwn),
      };
    },
  },
  {
    rule: 'S11',
    what: 'gives no hint of a deletion',
    store: (good) => {
      let isDeleting = false;
      return {
        async delete(...given) {
          isDeleting = true;
          await good.delete(...given);
          await Promise.resolve();
          await Promise.resolve();
          isDeleting = false;
        },
        watch: (id, options) => changedHints(good, id, options.signal, () => !isDeleting),
      };
    },
  },
  {
    rule: 'S11',
    what: 'gives hints to the latest watcher only',
    store: (good) => {
      let latest = 0;
      return {
        watch(id, options) {
          const own = (latest += 1);
          return changedHints(good, id, options.signal, (n) => n === 0 || own === latest);
        },
      };
    },
  },
  {
    rule: 'S11',
    what: 'promises hints without a `watch`',
    store: () => ({ watch: undefined as unknown as NonNullable<SessionStore['watch']> }),
  },
  {
    rule: 'S11',
    what: 'reads from a copy that lags behind its hints',
    store: (good) => ({
      async read(id, options) {
        const slice = await good.read(id, options);
        if (slice === null || slice.version === 0) return slice;
        const version = slice.version - 1;
        return { ...slice, version, events: slice.events.filter((event) => event.seq < version) };
      },
    }),
  },
  {
    rule: 'S11',
    what: 'reads at most 100 events and tells that there are no more',
    store: (good) => ({
      async read(id, { fromSeq = 0, limit = Infinity, ...options } = {}) {
        const few = Math.min(limit, 100);
        const slice = await good.read(id, { fromSeq, limit: few, ...options });
        return slice && { ...slice, version: fromSeq + slice.events.length };
      },
    }),
  },
];
