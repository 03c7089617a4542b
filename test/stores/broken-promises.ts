import { hasCode, TodoError } from '../../src/core/errors.ts';
import type { SessionStore } from '../../src/store/session-store.ts';
import { changedEvents, changedReads, type Breakage } from './breakage.ts';

/** Stores that break the rules of repeats and restarts: S4 and S5. */
export const brokenPromises: readonly Breakage[] = [
  {
    rule: 'S4',
    what: 'tells a repeat as a conflict',
    store: (good) => withoutIds(good),
  },
  {
    rule: 'S4',
    what: 'answers a repeat with the version of now',
    store: (good) => ({
      async append(id, ...rest) {
        const { uid } = await good.append(id, ...rest);
        return { uid, version: (await good.tail(id, 0))?.version ?? 0 };
      },
    }),
  },
  {
    rule: 'S4',
    what: 'takes a batch for a repeat when its first id is stored at the place',
    store: (good) => ({
      async append(id, events, options) {
        const seq = options?.expectedVersion;
        if (!Array.isArray(events) || events.length === 0) return good.append(id, events, options);
        const stored =
          Number.isSafeInteger(seq) && seq >= 0 && id
            ? await good.read(id, { fromSeq: seq, limit: 1 }).catch(() => null)
            : null;
        const first = stored?.events[0];
        if (stored && first?.id !== undefined && first.id === events[0]?.id) {
          return { version: seq + events.length, uid: stored.header.uid };
        }
        return good.append(id, events, options);
      },
    }),
  },
  {
    rule: 'S4',
    what: 'takes a batch for a repeat when its ids are stored anywhere',
    store: (good) => ({
      append: (id, events, options) =>
        good.append(id, events, options).catch(async (error: unknown) => {
          if (!hasCode(error, 'version_conflict')) throw error;
          const slice = await good.read(id);
          const ids = new Set(slice?.events.map((event) => event.id));
          if (slice === null || !events.every((event) => event.id && ids.has(event.id)))
            throw error;
          return { version: options.expectedVersion + events.length, uid: slice.header.uid };
        }),
    }),
  },
  {
    rule: 'S4',
    what: 'tells a lost reply as if the store had been away',
    store: (good) => ({
      append: (...given) =>
        good.append(...given).catch((error: unknown) => {
          throw hasCode(error, 'outcome_unknown')
            ? new TodoError('store_unavailable', 'The store is away.')
            : error;
        }),
    }),
  },
  {
    rule: 'S4',
    what: 'tries again after a lost reply, and tells its own events as a conflict',
    store: (good) => ({
      append: (...given) =>
        good.append(...given).catch((error: unknown) => {
          if (!hasCode(error, 'outcome_unknown')) throw error;
          return good.append(...given);
        }),
    }),
  },
  {
    rule: 'S5',
    what: 'promises more than the harness can test',
    harness: () => ({ reopens: false }),
  },
  {
    rule: 'S5',
    what: 'promises nothing that is known',
    store: (good) => ({
      // The cast: a store in JavaScript can say anything.
      capabilities: { ...good.capabilities, durability: 'forever' as 'disk' },
    }),
  },
  {
    rule: 'S5',
    what: 'forgets everything at a restart',
    harness: (good) => {
      const spaces = new Map<string, number>();
      return {
        open(space) {
          const n = (spaces.get(space) ?? 0) + 1;
          spaces.set(space, n);
          return good.open(`${space} ${n}`);
        },
      };
    },
  },
  {
    rule: 'S5',
    what: 'forgets the last event at a restart',
    harness: (good) => {
      const seen = new Set<string>();
      return {
        async open(space) {
          const store = await good.open(space);
          const isFirst = !seen.has(space);
          seen.add(space);
          if (isFirst) return store;
          return {
            ...store,
            ...changedReads((slice) => ({ ...slice, events: slice.events.slice(0, -1) }))(store),
          };
        },
      };
    },
  },
  {
    rule: 'S5',
    what: 'shows an append a while after it has resolved',
    store: (good) => {
      const late = new Map<string, number>();
      return {
        async append(id, ...rest) {
          const result = await good.append(id, ...rest);
          late.set(id, result.version - 1);
          setTimeout(() => late.delete(id), 20);
          return result;
        },
        async read(id, options) {
          const slice = await good.read(id, options);
          const version = late.get(id) ?? slice?.version ?? 0;
          return slice && { ...slice, version, events: slice.events.slice(0, version) };
        },
      };
    },
  },
  {
    rule: 'S5',
    what: 'creates the session before it refuses the append',
    store: (good) => ({
      async append(id, events, options) {
        if (
          typeof id === 'string' &&
          id !== '' &&
          (await good.tail(id, 0).catch(() => null)) === null
        ) {
          await good.append(id, [], { expectedVersion: 0 }).catch(() => undefined);
        }
        return good.append(id, events, options);
      },
    }),
  },
];

/** A store that does not know its own events again: it keeps every id under another name. */
function withoutIds(good: SessionStore): Partial<SessionStore> {
  let count = 0;
  const rename = (id: unknown) =>
    typeof id === 'string' && id !== '' ? `${(count += 1)}:${id}` : id;
  return {
    append: (id, events, options) =>
      good.append(
        id,
        Array.isArray(events)
          ? events.map((event) =>
              event && 'id' in event ? { ...event, id: rename(event.id) } : event,
            )
          : events,
        options,
      ),
    ...changedEvents((event) =>
      event.id === undefined ? event : { ...event, id: event.id.replace(/^\d+:/, '') },
    )(good),
  };
}
