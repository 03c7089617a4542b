import { TodoError } from '../core/errors.ts';

export interface DeadlineOptions {
  readonly ms: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs an operation that changes nothing and settles in time, whatever the disk does (S13).
 *
 * The signal that the operation gets aborts with the caller's and at the deadline, so that it reads no further.
 */
export function withDeadline<T>(
  { ms, signal }: DeadlineOptions,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const controller = new AbortController();
    const stop = (reason: unknown) => {
      controller.abort(reason);
      reject(reason);
    };
    const onAbort = () => stop(signal?.reason);
    const timer = setTimeout(() => stop(tooSlow(ms)), ms);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
    void run(controller.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      });
  });
}

function tooSlow(ms: number): TodoError {
  return new TodoError(
    'store_unavailable',
    `The file store did not answer within ${ms} ms. Repeat the call, or give the store a longer timeoutMs.`,
  );
}
