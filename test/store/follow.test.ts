import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TodoError } from '../../src/core/errors.ts';
import type { SessionStore } from '../../src/store/session-store.ts';
import {
  append,
  range,
  SECOND,
  SESSION,
  silentWatch,
  soon,
  start,
  storeWith,
} from './following.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('following', () => {
  test('gives what is there in pages, and then what comes', async () => {
    const { store } = storeWith();
    await append(store, 600);
    const { seen } = start(store);
    await soon();
    expect(seen).toEqual([range(0, 256), range(256, 512), range(512, 600)]);
    await append(store, 2, 600);
    await soon();
    expect(seen.slice(3)).toEqual([[600, 601]]);
  });

  test('starts at a seq, and waits where that is the end', async () => {
    const { store } = storeWith();
    await append(store, 3);
    const { seen } = start(store, { fromSeq: 2 });
    const late = start(store, { fromSeq: 3 });
    await soon();
    expect(seen).toEqual([[2]]);
    expect(late.seen).toEqual([]);
    await append(store, 1, 3);
    await soon();
    expect(seen).toEqual([[2], [3]]);
    expect(late.seen).toEqual([[3]]);
  });

  test('tells once that the session does not exist, and gives its events when it appears', async () => {
    const { store } = storeWith();
    const { seen } = start(store);
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    expect(seen).toEqual([null]);
    await append(store, 2);
    await soon();
    expect(seen).toEqual([null, [0, 1]]);
  });

  test('tells of a deletion, and gives the session made anew from its start', async () => {
    const { store } = storeWith();
    await append(store, 3);
    const { seen } = start(store);
    await soon();
    await store.delete(SESSION);
    await soon();
    expect(seen).toEqual([range(0, 3), null]);
    await append(store, 2);
    await soon();
    expect(seen).toEqual([range(0, 3), null, [0, 1]]);
  });

  test('tells of a session that was made anew before it looked again', async () => {
    const { store } = storeWith();
    await append(store, 3);
    const { seen } = start(store);
    await soon();
    await store.delete(SESSION);
    await append(store, 5);
    await soon();
    expect(seen).toEqual([range(0, 3), null, range(0, 5)]);
  });

  test('reads a session from its start when it is not the one that is expected', async () => {
    const { store } = storeWith();
    await append(store, 3);
    const { seen } = start(store, { fromSeq: 2, uid: 'another' });
    await soon();
    expect(seen).toEqual([null, range(0, 3)]);
  });

  test('misses nothing that comes while it reads', async () => {
    const { base, store, reads } = storeWith();
    reads.mockImplementationOnce(async (...given) => {
      const slice = await base.read(...given);
      await append(base, 1);
      return slice;
    });
    const { seen } = start(store);
    await soon();
    expect(seen).toEqual([null, [0]]);
  });
});

describe('without hints', () => {
  test.each([
    ['5 seconds where hints are lost', { watch: silentWatch() }, undefined, 5 * SECOND],
    ['1 second where the store gives none', { watch: undefined }, undefined, SECOND],
    ['the pace that is asked for', { watch: silentWatch() }, 70, 70],
  ])('looks again after %s', async (_, members, pollMs, expected) => {
    // The cast: an absent `watch` is written as undefined here.
    const { store } = storeWith(members as Partial<SessionStore>);
    const { seen } = start(store, { pollMs });
    await soon();
    await append(store, 2);
    await vi.advanceTimersByTimeAsync(expected - 1);
    expect(seen).toEqual([null]);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toEqual([null, [0, 1]]);
  });

  test('asks for one hint however often it polls', async () => {
    const next = vi.fn<() => Promise<never>>(() => new Promise(() => {}));
    const watch = () => ({ [Symbol.asyncIterator]: () => ({ next }) });
    const { store, reads } = storeWith({ watch });
    start(store);
    await vi.advanceTimersByTimeAsync(500 * SECOND);
    expect(reads).toHaveBeenCalledTimes(101);
    expect(next).toHaveBeenCalledOnce();
  });
});

describe('when hints break off', () => {
  test('looks at once, and listens again at the next poll', async () => {
    let breakOff = (): void => undefined;
    const watch = vi.fn<NonNullable<SessionStore['watch']>>(() => ({
      [Symbol.asyncIterator]: () => ({
        next: () =>
          new Promise((resolve) => {
            breakOff = () => resolve({ done: true, value: undefined });
          }),
      }),
    }));
    const { store, reads } = storeWith({ watch });
    const { seen } = start(store);
    await soon();
    await append(store, 1);
    breakOff();
    await soon();
    expect(seen).toEqual([null, [0]]);
    expect(reads).toHaveBeenCalledTimes(2);
    expect(watch).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    expect(watch).toHaveBeenCalledTimes(2);
  });

  const ended = () => Promise.resolve({ done: true, value: undefined } as const);
  test.each<[string, NonNullable<SessionStore['watch']>]>([
    ['end at once', () => ({ [Symbol.asyncIterator]: () => ({ next: ended }) })],
    [
      'fail',
      () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('x')) }) }),
    ],
    [
      'are refused',
      () => {
        throw new TodoError('store_unavailable', 'It is away.');
      },
    ],
  ])('polls at its pace over a store whose hints always %s', async (_, watch) => {
    const watching = vi.fn<NonNullable<SessionStore['watch']>>(watch);
    const { store, reads } = storeWith({ watch: watching });
    const { seen } = start(store);
    await vi.advanceTimersByTimeAsync(50 * SECOND);
    // Ten polls, each with one more look because the hints broke off again.
    expect(reads.mock.calls.length).toBeLessThanOrEqual(22);
    expect(watching).toHaveBeenCalledTimes(11);
    await append(store, 1);
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    expect(seen).toEqual([null, [0]]);
  });

  test('ends at once with store_closed when the store is closed', async () => {
    const { store } = storeWith();
    const { end } = start(store);
    await soon();
    await store.close();
    expect(await end).toMatchObject({ code: 'store_closed' });
    expect(vi.getTimerCount()).toBe(0);
  });
});
