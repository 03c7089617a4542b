import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TodoError } from '../../src/core/errors.ts';
import { follow } from '../../src/store/follow.ts';
import type { SessionStore } from '../../src/store/session-store.ts';
import {
  append,
  SECOND,
  SESSION,
  silentWatch,
  soon,
  start,
  storeWith,
  unavailable,
} from './following.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('when the store is away', () => {
  test('waits up to a minute for it, and goes on where it was', async () => {
    const { store, base, reads } = storeWith();
    await append(base, 2);
    const { seen } = start(store);
    await soon();
    reads.mockImplementation(unavailable);
    await append(base, 1, 2);
    await vi.advanceTimersByTimeAsync(59 * SECOND);
    reads.mockImplementation(base.read);
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    expect(seen).toEqual([[0, 1], [2]]);
  });

  test('gives up after more than a minute', async () => {
    const { store, reads } = storeWith();
    const { end } = start(store);
    await soon();
    reads.mockImplementation(unavailable);
    await vi.advanceTimersByTimeAsync(75 * SECOND);
    expect(await end).toMatchObject({ code: 'store_unavailable' });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('counts the minute from the first failure, not from the last read', async () => {
    const { store, base, reads } = storeWith({ watch: silentWatch() });
    const { seen } = start(store, { pollMs: 50 * SECOND });
    await soon();
    await append(base, 1);
    reads.mockImplementationOnce(unavailable);
    reads.mockImplementationOnce(unavailable);
    await vi.advanceTimersByTimeAsync(150 * SECOND);
    expect(seen).toEqual([null, [0]]);
  });

  test('does not wait where it has never read', async () => {
    const { store, reads } = storeWith();
    reads.mockImplementation(unavailable);
    expect(await start(store).end).toMatchObject({ code: 'store_unavailable' });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does not wait for any other error', async () => {
    const { store, reads } = storeWith();
    const { end } = start(store);
    await soon();
    reads.mockRejectedValue(new TodoError('session_too_new', 'It is too new.'));
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    expect(await end).toMatchObject({ code: 'session_too_new' });
  });
});

describe('leaving', () => {
  test.each([
    ['for a change', {}],
    ['for a poll', { watch: undefined } as unknown as Partial<SessionStore>],
  ])('an abort while it waits %s ends it and leaves nothing behind', async (_, members) => {
    const { store } = storeWith(members);
    const controller = new AbortController();
    const { signal } = controller;
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const { end } = start(store, { signal });
    await soon();
    await vi.advanceTimersByTimeAsync(20 * SECOND);
    expect(vi.getTimerCount()).toBe(1);
    controller.abort();
    expect(await end).toBe('ended');
    expect(vi.getTimerCount()).toBe(0);
    const listeners = ({ mock }: typeof added) => new Set(mock.calls.map((call) => call[1]));
    expect(listeners(removed)).toEqual(listeners(added));
  });

  test('an abort while the store is away ends it without an error', async () => {
    const { store, reads } = storeWith();
    const { end, controller } = start(store);
    await soon();
    reads.mockImplementation(unavailable);
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    controller.abort(new Error('given up'));
    expect(await end).toBe('ended');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('an abort during a read ends it without an error', async () => {
    const { store, reads } = storeWith();
    reads.mockImplementation(
      (_, options) =>
        new Promise((_resolve, reject) => {
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
        }),
    );
    const { end, controller } = start(store);
    await soon();
    controller.abort(new Error('given up'));
    expect(await end).toBe('ended');
  });

  test('a signal that is aborted already reads nothing and listens to nothing', async () => {
    const watch = silentWatch();
    const { store, reads } = storeWith({ watch });
    expect(await start(store, { signal: AbortSignal.abort() }).end).toBe('ended');
    expect(reads).not.toHaveBeenCalled();
    expect(watch).not.toHaveBeenCalled();
  });

  test('a reader that breaks its loop leaves the hints too', async () => {
    const leave = vi.fn<() => Promise<IteratorReturnResult<undefined>>>(() =>
      Promise.resolve({ done: true, value: undefined }),
    );
    const { store } = storeWith({
      watch: () => ({
        [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}), return: leave }),
      }),
    });
    const { signal } = new AbortController();
    for await (const _ of follow(store, SESSION, { fromSeq: 0, signal })) break;
    expect(leave).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });
});
