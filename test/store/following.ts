import { vi } from 'vitest';
import { TodoError } from '../../src/core/errors.ts';
import { follow, type FollowOptions } from '../../src/store/follow.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import type { SessionStore } from '../../src/store/session-store.ts';

export const SESSION = 's';
export const SECOND = 1_000;

export function append(store: SessionStore, count: number, expectedVersion = 0): Promise<unknown> {
  const events = Array.from({ length: count }, () => ({ time: 1, type: 'test/note', data: null }));
  return store.append(SESSION, events, { expectedVersion });
}

/** A store with other members, whose reads are counted. */
export function storeWith(members: Partial<SessionStore> = {}) {
  const base = memoryStore();
  const store = { ...base, ...members };
  return { base, store, reads: vi.spyOn(store, 'read') };
}

/** Hints that never come, and how often they were asked for. */
export function silentWatch() {
  return vi.fn<NonNullable<SessionStore['watch']>>(() => ({
    [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }),
  }));
}

/** Follows in the background; `seen` holds the seqs of each slice, or null. */
export function start(store: SessionStore, options: Partial<FollowOptions> = {}) {
  const controller = new AbortController();
  const { signal } = controller;
  const seen: (readonly number[] | null)[] = [];
  const run = async () => {
    for await (const slice of follow(store, SESSION, { fromSeq: 0, signal, ...options })) {
      seen.push(slice && slice.events.map((event) => event.seq));
    }
    return 'ended';
  };
  const end = run().catch((error: unknown) => error);
  return { seen, end, controller };
}

export const soon = () => vi.advanceTimersByTimeAsync(0);
export const unavailable = () => Promise.reject(new TodoError('store_unavailable', 'It is away.'));
export const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => from + n);
