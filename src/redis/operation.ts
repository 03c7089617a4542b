import { TodoError } from '../core/errors.ts';
import type { RedisLink, ScriptInput } from './redis-link.ts';
import type { Script } from './script.ts';
import { NotSent, sendScript } from './send-script.ts';
import { refusedError, serverErrorCode } from './server-error.ts';
import type { Withdrawal } from './withdrawal.ts';

/** The commands of one operation of the store. Once the operation has settled, no further one is sent. */
export interface Commands {
  run(script: Script, input: ScriptInput): Promise<unknown>;
  range(key: string, start: number, stop: number): Promise<unknown>;
  /** From now on an error may leave events stored: call it right before the append is sent. */
  beginWrite(): void;
}

export interface OperationOptions {
  readonly link: RedisLink;
  readonly timeoutMs: number;
}

/**
 * Runs the commands of one operation so that it settles in time with a truthful error (S13).
 *
 * Before `beginWrite` an error means that nothing was written, and an abort rejects with the signal's reason. After it,
 * only an answer of the server, or the certainty that the command was never sent, says so; all else is
 * `outcome_unknown`.
 */
export function operate<T>(
  options: OperationOptions,
  signal: AbortSignal | undefined,
  work: (commands: Commands) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const operation = new Operation(options, signal, reject);
    work(operation).then(
      (value) => {
        operation.release();
        resolve(value);
      },
      (error: unknown) => operation.fail(error),
    );
  });
}

/** The state of an operation. A class, since one is made for every read and every append. */
class Operation implements Commands, Withdrawal {
  readonly #options: OperationOptions;
  readonly #signal: AbortSignal | undefined;
  readonly #reject: (error: unknown) => void;
  readonly #onAbort: (() => void) | undefined;
  readonly #timer: ReturnType<typeof setTimeout>;
  #isWriting = false;
  #over: { readonly reason: unknown } | undefined;
  #controller: AbortController | undefined;

  constructor(
    options: OperationOptions,
    signal: AbortSignal | undefined,
    reject: (error: unknown) => void,
  ) {
    this.#options = options;
    this.#signal = signal;
    this.#reject = reject;
    const { link, timeoutMs } = options;
    this.#timer = setTimeout(() => this.#giveUp(tooSlow(timeoutMs, link.lastError?.())), timeoutMs);
    if (signal === undefined) return;
    this.#onAbort = () => this.#giveUp(signal.reason);
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  run(script: Script, input: ScriptInput): Promise<unknown> {
    const { link } = this.#options;
    const ready = this.#ready();
    return ready === undefined
      ? sendScript(link, script, input, this)
      : ready.then(() => sendScript(link, script, input, this));
  }

  range(key: string, start: number, stop: number): Promise<unknown> {
    const { link } = this.#options;
    const ready = this.#ready();
    return ready === undefined
      ? link.range(key, start, stop, this)
      : ready.then(() => link.range(key, start, stop, this));
  }

  beginWrite(): void {
    this.#isWriting = true;
  }

  get isWithdrawn(): boolean {
    return this.#over !== undefined;
  }

  get signal(): AbortSignal {
    // A signal costs more than the rest of what we do for a command, and few commands ever wait.
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#over !== undefined) this.#controller.abort(this.#over.reason);
    }
    return this.#controller.signal;
  }

  fail(error: unknown): void {
    this.release();
    const isNotSent = error instanceof NotSent || this.#options.link.wasNotSent(error);
    this.#reject(storeError(error, this.#over, this.#isWriting && !isNotSent));
  }

  release(): void {
    clearTimeout(this.#timer);
    if (this.#onAbort !== undefined) this.#signal?.removeEventListener('abort', this.#onAbort);
  }

  #ready(): Promise<void> | undefined {
    if (this.#over !== undefined) throw new NotSent(this.#over.reason);
    return this.#options.link.ready?.(this)?.catch((error: unknown) => {
      throw new NotSent(error);
    });
  }

  #giveUp(reason: unknown): void {
    if (this.#over !== undefined) return;
    this.#over = { reason };
    this.#controller?.abort(reason);
    // A command that was still waiting rejects now, and so tells that it was never sent. All others stay unanswered.
    setTimeout(() => this.fail(reason), 0);
  }
}

function storeError(
  error: unknown,
  over: { readonly reason: unknown } | undefined,
  wasSent: boolean,
): unknown {
  const told = error instanceof NotSent ? error.cause : error;
  if (TodoError.isInstance(told) && over === undefined) return told;
  const code = serverErrorCode(error);
  if (code !== undefined) return refusedError(code, error);
  const cause = over?.reason ?? told;
  if (wasSent) {
    return new TodoError(
      'outcome_unknown',
      'No answer came from Redis, so it is unknown whether the change was made. Repeat it: an append with the same event ids counts once.',
      { cause },
    );
  }
  if (over !== undefined) return over.reason;
  return new TodoError(
    'store_unavailable',
    isClosed(cause)
      ? 'The Redis client is closed, or was never connected. Connect it, or open the store with another one.'
      : `Redis is not reachable${inBrackets(cause)}. The store works again as soon as the server does.`,
    { cause },
  );
}

function tooSlow(timeoutMs: number, cause: unknown): TodoError {
  return new TodoError(
    'store_unavailable',
    `Redis gave no answer within ${timeoutMs} ms${inBrackets(cause)}. The store works again as soon as the server does.`,
    { cause },
  );
}

/** Clients name this differently: nothing but their user can end it. */
function isClosed(cause: unknown): boolean {
  return cause instanceof Error && /\b(?:client|connection) is closed\b/i.test(cause.message);
}

function inBrackets(cause: unknown): string {
  return cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '';
}
