import type { SessionEvent } from '../../src/core/event.ts';
import type { SessionSlice, SessionStore } from '../../src/store/session-store.ts';
import type { StoreHarness, StoreRule } from '../../src/testing/index.ts';

/** A store that breaks one promise, for the suite to find out. */
export interface Breakage {
  readonly rule: StoreRule;
  /** What the store does wrong, in plain words. */
  readonly what: string;
  /** The broken members of a store over a good one. */
  readonly store?: (good: SessionStore, space: string) => Partial<SessionStore>;
  /** The broken members of a harness over a good one. */
  readonly harness?: (good: Required<StoreHarness>) => Partial<StoreHarness>;
}

export function breakHarness(
  good: Required<StoreHarness>,
  { store, harness }: Breakage,
): StoreHarness {
  return {
    ...good,
    async open(space) {
      const opened = await good.open(space);
      return { ...opened, ...store?.(opened, space) };
    },
    ...harness?.(good),
  };
}

/** A store whose answers to read and tail go through `change`. */
export function changedReads(
  change: (slice: SessionSlice) => SessionSlice | null,
): (good: SessionStore) => Partial<SessionStore> {
  return (good) => ({
    async read(...given) {
      const slice = await good.read(...given);
      return slice && change(slice);
    },
    async tail(...given) {
      const slice = await good.tail(...given);
      return slice && change(slice);
    },
  });
}

/** A store whose events go through `change` before they are read. */
export function changedEvents(
  change: (event: SessionEvent) => SessionEvent,
): (good: SessionStore) => Partial<SessionStore> {
  return changedReads((slice) => ({ ...slice, events: slice.events.map(change) }));
}

/** A store whose texts go through `change` before they are read, keys left as they are. */
export function changedTexts(
  change: (text: string) => unknown,
): (good: SessionStore) => Partial<SessionStore> {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, walk(entry)]));
  };
  return changedEvents((event) => ({ ...event, data: walk(event.data) }));
}

/** A store that puts ids through `change`, as one does that makes file names or keys of them. */
export function changedIds(
  change: (id: string) => string,
): (good: SessionStore) => Partial<SessionStore> {
  // What is no id goes on to the good store, which refuses it.
  const safe = (id: string) => (typeof id === 'string' ? change(id) || id : id);
  return (good) => ({
    append: (id, ...rest) => good.append(safe(id), ...rest),
    read: (id, ...rest) => good.read(safe(id), ...rest),
    tail: (id, ...rest) => good.tail(safe(id), ...rest),
    delete: (id, ...rest) => good.delete(safe(id), ...rest),
  });
}
