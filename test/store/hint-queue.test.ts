import { describe, expect, test, vi } from 'vitest';
import { createHintQueue, type HintQueue } from '../../src/store/hint-queue.ts';

const readerOf = (queue: HintQueue) => queue[Symbol.asyncIterator]();
const hint = { done: false, value: undefined };
const end = { done: true, value: undefined };

/** Whether a promise has settled once everything that was due has run. */
async function hasSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
  return settled;
}

describe('a hint queue', () => {
  test('begins with a hint, and then waits for one', async () => {
    const reader = readerOf(createHintQueue({}));
    expect(await reader.next()).toEqual(hint);
    expect(await hasSettled(reader.next())).toBe(false);
  });

  test('wakes the read that waits', async () => {
    const queue = createHintQueue({});
    const reader = readerOf(queue);
    await reader.next();
    const next = reader.next();
    queue.push();
    expect(await next).toEqual(hint);
  });

  test('merges the hints that nobody has read', async () => {
    const queue = createHintQueue({});
    const reader = readerOf(queue);
    for (let n = 0; n < 5; n += 1) queue.push();
    expect(await reader.next()).toEqual(hint);
    expect(await hasSettled(reader.next())).toBe(false);
  });

  test('keeps a hint that comes right after one was read', async () => {
    const queue = createHintQueue({});
    const reader = readerOf(queue);
    await reader.next();
    queue.push();
    expect(await reader.next()).toEqual(hint);
  });

  test('leaves none of several reads behind', async () => {
    const queue = createHintQueue({});
    const reader = readerOf(queue);
    await reader.next();
    const first = [reader.next(), reader.next()];
    queue.push();
    expect(await Promise.all(first)).toEqual([hint, hint]);
    const second = [reader.next(), reader.next(), reader.next()];
    queue.close();
    expect(await Promise.all(second)).toEqual([end, end, end]);
  });

  test.each([
    ['it is closed', (queue: HintQueue) => queue.close()],
    ['its reader leaves', (queue: HintQueue) => void readerOf(queue).return?.()],
  ])('ends when %s, also while a read waits', async (_, leave) => {
    const onClose = vi.fn<() => void>();
    const queue = createHintQueue({ onClose });
    const reader = readerOf(queue);
    await reader.next();
    const waiting = reader.next();
    leave(queue);
    leave(queue);
    expect(await waiting).toEqual(end);
    expect(await reader.next()).toEqual(end);
    expect(queue.closed).toBe(true);
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('ends when its signal aborts, also while a read waits', async () => {
    const controller = new AbortController();
    const onClose = vi.fn<() => void>();
    const queue = createHintQueue({ signal: controller.signal, onClose });
    const reader = readerOf(queue);
    await reader.next();
    const waiting = reader.next();
    controller.abort();
    expect(await waiting).toEqual(end);
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('gives no hint any more once it has ended', async () => {
    const queue = createHintQueue({});
    queue.close();
    queue.push();
    expect(await readerOf(queue).next()).toEqual(end);
  });

  test('has ended from the start where its signal is aborted already, and never calls back', async () => {
    const onClose = vi.fn<() => void>();
    const queue = createHintQueue({ signal: AbortSignal.abort(), onClose });
    expect(queue.closed).toBe(true);
    expect(await readerOf(queue).next()).toEqual(end);
    expect(onClose).not.toHaveBeenCalled();
  });

  test('leaves no listener on the signal', async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const queue = createHintQueue({ signal });
    for await (const _ of queue) break;
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
      added.mock.calls.map(([, listener]) => listener),
    );
  });
});
