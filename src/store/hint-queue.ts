/** A stream of hints that holds at most one: whoever missed five changes needs to read once. */
export interface HintQueue extends AsyncIterable<void> {
  /** Gives a hint to the reader now, or to its next read. */
  push(): void;
  /** Ends the stream for good and frees its listener. */
  close(): void;
  readonly closed: boolean;
}

/**
 * Makes the hint stream that a store hands out from `watch`.
 *
 * It starts with a hint, since whatever happened before the watcher listened has to be read too. It ends when the
 * signal aborts, when the reader leaves and when `close` is called, also while a read is waiting; `onClose` runs once.
 */
export function createHintQueue({
  signal,
  onClose,
}: {
  readonly signal?: AbortSignal | undefined;
  readonly onClose?: () => void;
}): HintQueue {
  let pending = true;
  let closed = false;
  let waiting: Promise<void> | undefined;
  let resolveWaiting: (() => void) | undefined;
  const wake = () => {
    waiting = undefined;
    resolveWaiting?.();
  };

  const close = () => {
    if (closed) return;
    closed = true;
    signal?.removeEventListener('abort', close);
    onClose?.();
    wake();
  };
  if (signal?.aborted) closed = true;
  else signal?.addEventListener('abort', close, { once: true });

  const iterator: AsyncIterator<void> = {
    async next() {
      if (!pending && !closed) {
        // One promise for all reads that wait, so that none of them is left behind.
        waiting ??= new Promise<void>((resolve) => {
          resolveWaiting = resolve;
        });
        await waiting;
      }
      pending = false;
      return { done: closed, value: undefined };
    },
    async return() {
      close();
      return { done: true, value: undefined };
    },
  };
  return {
    push() {
      pending = true;
      wake();
    },
    close,
    get closed() {
      return closed;
    },
    [Symbol.asyncIterator]: () => iterator,
  };
}
