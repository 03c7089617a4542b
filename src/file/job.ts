import { TodoError } from '../core/errors.ts';

/** A call that waits for its turn to write to a session. */
export interface Job<T> {
  readonly promise: Promise<T>;
  /** Starts it; from now on only its outcome settles it. `false` when it was given up before. */
  begin(): boolean;
  resolve(value: T): void;
  reject(error: unknown): void;
}

export interface JobOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds in which it settles; absent for work that takes as long as it takes once it has begun. */
  readonly timeoutMs: number | undefined;
  readonly lockTimeoutMs: number;
  /** Whether another process is what it waits for. */
  isLockedOut(): boolean;
  /** Runs when it is given up before its turn came: nothing was written then. */
  onGiveUp(): void;
}

/** Makes a job that is given up on abort and when its time is over, as long as it has not begun. */
export function createJob<T>(options: JobOptions): Job<T> {
  const { signal, timeoutMs, lockTimeoutMs, isLockedOut, onGiveUp } = options;
  let state: 'waiting' | 'running' | 'settled' = 'waiting';
  const { promise, resolve, reject } = withResolvers<T>();

  const settle = (finish: () => void) => {
    if (state === 'settled') return;
    const wasWaiting = state === 'waiting';
    state = 'settled';
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    finish();
    if (wasWaiting) onGiveUp();
  };
  const onAbort = () => settle(() => reject(signal?.reason));
  const onTime = () => {
    if (state === 'running') settle(() => reject(unknownOutcome(timeoutMs)));
    else settle(() => reject(isLockedOut() ? lockedOut() : neverBegan(timeoutMs)));
  };
  const onLockTime = () => {
    if (state === 'waiting' && isLockedOut()) onTime();
    else if (timeoutMs !== undefined) timer = setTimeout(onTime, timeoutMs - lockTimeoutMs);
    else if (state === 'waiting') timer = setTimeout(onLockTime, lockTimeoutMs);
  };
  let timer = setTimeout(onLockTime, lockTimeoutMs);
  signal?.addEventListener('abort', onAbort, { once: true });

  return {
    promise,
    begin() {
      if (state !== 'waiting') return false;
      state = 'running';
      signal?.removeEventListener('abort', onAbort);
      return true;
    },
    resolve: (value) => settle(() => resolve(value)),
    reject: (error) => settle(() => reject(error)),
  };
}

/** Promise.withResolvers, which Node has and our compile target has not. */
function withResolvers<T>() {
  let resolve!: (value: T) => void; // the executor runs before the constructor returns
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}

function lockedOut(): TodoError {
  return new TodoError(
    'store_unavailable',
    'The session is busy: another process is writing to this session and does not finish. Nothing was written; try again, or end that process.',
  );
}

function neverBegan(ms: number | undefined): TodoError {
  return new TodoError(
    'store_unavailable',
    `The file store did not get to this call within ${ms} ms. Nothing was written; try again.`,
  );
}

function unknownOutcome(ms: number | undefined): TodoError {
  return new TodoError(
    'outcome_unknown',
    `The file store did not finish this call within ${ms} ms, so it may or may not have been carried out. Repeat it: an append with the same event ids counts once.`,
  );
}
