/** Whether an error is the signal's own way out, rather than a failure that happened to come at the same time. */
export function isAbort(error: unknown, signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true && (error === signal.reason || isAbortError(error));
}

const ABORT_NAMES = new Set(['AbortError', 'TimeoutError', 'ResponseAborted']);

/** Whether an error says that something was aborted, by the names that the platform and AI SDK give it. */
export function isAbortError(error: unknown): boolean {
  return error instanceof Error && ABORT_NAMES.has(error.name);
}

/** Settles like the promise, or rejects with the signal's reason if that comes first. */
export function orAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    void promise.then(resolve, reject).then(() => signal.removeEventListener('abort', leave));
  });
}
