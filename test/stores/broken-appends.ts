import { hasCode, TodoError, VersionConflictError } from '../../src/core/errors.ts';
import type { SessionStore } from '../../src/store/session-store.ts';
import { changedEvents, changedReads, type Breakage } from './breakage.ts';

/** Stores that break the rules of appending and reading: S1 to S3. */
export const brokenAppends: readonly Breakage[] = [
  {
    rule: 'S1',
    what: 'appends the events of a batch one by one',
    store: (good) => ({ append: appendOneByOne(good) }),
  },
  {
    rule: 'S1',
    what: 'forgets `more`',
    store: changedEvents(({ more: _more, ...event }) => event),
  },
  {
    rule: 'S1',
    what: 'marks the last event of a batch with `more` as well',
    store: changedEvents((event) => ({ ...event, more: true })),
  },
  {
    rule: 'S1',
    what: 'cuts batches after 100 events',
    store: (good) => ({
      append: (id, events, options) =>
        good.append(id, Array.isArray(events) ? events.slice(0, 100) : events, options),
    }),
  },
  {
    rule: 'S1',
    what: 'keeps half of a batch when its process is killed',
    harness: (good) => ({
      async killedAppend(append) {
        await good.appendElsewhere({ ...append, events: append.events.slice(0, 10) });
      },
    }),
  },
  {
    rule: 'S2',
    what: 'appends at any version',
    store: (good) => ({
      async append(id, events, options) {
        const version = (await good.tail(id, 0))?.version ?? 0;
        return good.append(id, events, { ...options, expectedVersion: version });
      },
    }),
  },
  {
    rule: 'S2',
    what: 'compares the version some time before it appends',
    store: (good) => ({
      async append(id, events, options) {
        const version = (await good.tail(id, 0))?.version ?? 0;
        if (version !== options.expectedVersion) return good.append(id, events, options);
        for (let attempt = 0; attempt < 50; attempt += 1) {
          const now = (await good.tail(id, 0))?.version ?? 0;
          try {
            return await good.append(id, events, { ...options, expectedVersion: now });
          } catch (error) {
            if (!hasCode(error, 'version_conflict')) throw error;
          }
        }
        return good.append(id, events, options);
      },
    }),
  },
  {
    rule: 'S2',
    what: 'ignores `expectedUid`',
    store: (good) => ({
      append: (id, events, { expectedUid: _uid, ...options }) => good.append(id, events, options),
    }),
  },
  {
    rule: 'S2',
    what: 'ignores `expectedLastId`',
    store: (good) => ({
      append: (id, events, { expectedLastId: _id, ...options }) => good.append(id, events, options),
    }),
  },
  {
    rule: 'S2',
    what: 'compares `expectedUid` only where a session exists',
    store: (good) => ({
      async append(id, events, options) {
        const isThere = (await good.tail(id, 0)) !== null;
        return good.append(id, events, isThere ? options : { ...options, expectedUid: undefined });
      },
    }),
  },
  {
    rule: 'S2',
    what: 'tells of a conflict without the versions',
    store: (good) => ({
      append: (...given) =>
        good.append(...given).catch((error: unknown) => {
          throw hasCode(error, 'version_conflict')
            ? new TodoError('version_conflict', 'Somebody was faster.')
            : error;
        }),
    }),
  },
  {
    rule: 'S2',
    what: 'tells the expected version as the actual one',
    store: (good) => ({
      append: (id, events, options) =>
        good.append(id, events, options).catch((error: unknown) => {
          if (!VersionConflictError.isInstance(error)) throw error;
          const { sessionId, expected } = error;
          throw new VersionConflictError({ sessionId, expected, actual: expected });
        }),
    }),
  },
  {
    rule: 'S2',
    what: 'takes an append of no events for done without a look',
    store: (good) => ({
      async append(id, events, options) {
        const slice = await good.tail(id, 0);
        if (!Array.isArray(events) || events.length > 0 || slice === null) {
          return good.append(id, events, options);
        }
        return { version: slice.version, uid: slice.header.uid };
      },
    }),
  },
  {
    rule: 'S2',
    what: 'takes a bad `expectedVersion` for 0',
    store: (good) => ({
      append: (id, events, options) =>
        good.append(id, events, { ...options, expectedVersion: options.expectedVersion || 0 }),
    }),
  },
  {
    rule: 'S2',
    what: 'writes the parent of a loser into the header',
    store: (good) => {
      const parents = new Map<string, string>();
      const known = changedReads((slice) => {
        const parentSession = parents.get(slice.header.id);
        return parentSession ? { ...slice, header: { ...slice.header, parentSession } } : slice;
      });
      return {
        append(id, events, options) {
          if (options.parentSession) parents.set(id, options.parentSession);
          return good.append(id, events, options);
        },
        ...known(good),
      };
    },
  },
  {
    rule: 'S3',
    what: 'counts from 1',
    store: changedEvents((event) => ({ ...event, seq: event.seq + 1 })),
  },
  {
    rule: 'S3',
    what: 'orders by time',
    store: changedReads((slice) => ({
      ...slice,
      events: slice.events.toSorted((a, b) => a.time - b.time),
    })),
  },
  {
    rule: 'S3',
    what: 'numbers the events of each batch from 0',
    store: changedReads((slice) => {
      let seq = -1;
      const events = slice.events.map((event) => {
        seq += 1;
        const numbered = { ...event, seq };
        if (event.more !== true) seq = -1;
        return numbered;
      });
      return { ...slice, events };
    }),
  },
  {
    rule: 'S3',
    what: 'ignores `fromSeq`',
    store: (good) => ({ read: (id, options) => good.read(id, { ...options, fromSeq: 0 }) }),
  },
  {
    rule: 'S3',
    what: 'takes a `limit` of 0 for none',
    store: (good) => ({
      read: (id, options) => good.read(id, { ...options, limit: options?.limit || undefined }),
    }),
  },
  {
    rule: 'S3',
    what: 'tells the number of events read as the version',
    store: changedReads((slice) => ({ ...slice, version: slice.events.length })),
  },
  {
    rule: 'S3',
    what: 'gives the first events as the tail',
    store: (good) => ({ tail: (id, limit, options) => good.read(id, { ...options, limit }) }),
  },
  {
    rule: 'S3',
    what: 'gives all events as a tail of 0, as a slice from -0 does',
    store: (good) => ({
      tail: (id, limit, options) =>
        limit === 0 ? good.read(id, options) : good.tail(id, limit, options),
    }),
  },
  {
    rule: 'S3',
    what: 'keeps the `seq` that an event brings along',
    store: (good) => {
      const wrong = new Map<unknown, unknown>();
      return {
        append(id, events, options) {
          if (!Array.isArray(events)) return good.append(id, events, options);
          const bare = events.map((event) => {
            if (typeof event !== 'object' || event === null || !('seq' in event)) return event;
            wrong.set(event.id, event.seq);
            const { seq: _seq, ...rest } = event;
            return rest;
          });
          return good.append(id, bare, options);
        },
        async read(...given) {
          const slice = await good.read(...given);
          if (slice === null) return null;
          const events = slice.events.map((event) => {
            const seq = wrong.get(event.id);
            return typeof seq === 'number' ? { ...event, seq } : event;
          });
          return { ...slice, events };
        },
      };
    },
  },
];

function appendOneByOne(good: SessionStore): SessionStore['append'] {
  return async (id, events, options) => {
    if (!Array.isArray(events) || events.length < 2) return good.append(id, events, options);
    let result = { version: options.expectedVersion, uid: '' };
    for (const event of events) {
      result = await good.append(id, [event], { ...options, expectedVersion: result.version });
    }
    return result;
  };
}
