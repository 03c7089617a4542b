import { createHintQueue } from '../../src/store/hint-queue.ts';
import type { SessionStore } from '../../src/store/session-store.ts';

/** The `watch` of a store that has one. */
export function watchOf(store: SessionStore): NonNullable<SessionStore['watch']> {
  if (!store.watch) throw new Error('The store to break has no `watch`.');
  return store.watch.bind(store);
}

/** A watcher that passes on the hints that `passes` lets through, by their number. */
export function changedHints(
  good: SessionStore,
  id: string,
  signal: AbortSignal | undefined,
  passes: (n: number) => boolean,
  { outlives = false } = {},
): AsyncIterable<void> {
  const leaving = new AbortController();
  const source = watchOf(good)(id, { signal: leaving.signal });
  const queue = createHintQueue({ signal, onClose: () => leaving.abort() });
  const first = queue[Symbol.asyncIterator]();
  let isFresh = true; // a queue begins with a hint of its own, which this one waits for instead
  const pump = async () => {
    let n = 0;
    for await (const _ of source) {
      if (passes(n)) queue.push();
      n += 1;
    }
    if (!outlives) queue.close();
  };
  void pump();
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        if (isFresh) await first.next();
        isFresh = false;
        return first.next();
      },
      return: () => first.return?.() ?? Promise.resolve({ done: true, value: undefined }),
    }),
  };
}
