import { hasCode, TodoError, type TodoErrorCode } from '../core/errors.ts';
import { quote } from '../core/text.ts';

/** What a case throws: the store broke its promise, and the message says which and what was seen. */
export class StoreCaseError extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'StoreCaseError';
  }
}

/** Fails the case with `message` unless the condition holds. */
export function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new StoreCaseError(message);
}

/** Fails the case unless both values are equal as JSON: the order of keys does not count, everything else does. */
export function checkEqual(actual: unknown, expected: unknown, what: string): void {
  if (!isEqual(actual, expected)) {
    throw new StoreCaseError(`${what}: wanted ${show(expected)}, got ${show(actual)}.`);
  }
}

/** Whether two values are equal, down to the sign of a zero and the own keys of every object. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  // The casts: both are objects here, and every key is read only where it is an own one.
  return keys.every(
    (key) =>
      Object.hasOwn(b, key) &&
      isEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}

/** Waits for the promise of an operation that must reject, and answers what it rejected with. */
export async function rejection(what: string, run: () => PromiseLike<unknown>): Promise<unknown> {
  let promise: PromiseLike<unknown>;
  try {
    promise = run();
  } catch (error) {
    throw new StoreCaseError(
      `${what}: threw at once instead of returning a promise that rejects.`,
      {
        cause: error,
      },
    );
  }
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new StoreCaseError(`${what}: wanted a refusal, but it resolved with ${show(value)}.`);
}

/** Fails the case unless the operation rejects with an error of this package that has one of the codes. */
export async function checkRefused(
  what: string,
  codes: TodoErrorCode | readonly TodoErrorCode[],
  run: () => PromiseLike<unknown>,
): Promise<TodoError> {
  const error = await rejection(what, run);
  const wanted = typeof codes === 'string' ? [codes] : codes;
  const hit = wanted.find((code) => hasCode(error, code));
  if (hit === undefined || !TodoError.isInstance(error)) {
    throw new StoreCaseError(
      `${what}: wanted an error with code ${wanted.join(' or ')}, got ${showError(error)}.`,
      { cause: error },
    );
  }
  return error;
}

/** Waits at most `ms` milliseconds; leaves no timer behind. */
export async function within<T>(promise: PromiseLike<T>, ms: number, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StoreCaseError(`${what}: not settled within ${ms} ms.`)),
      ms,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function show(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    try {
      const text = JSON.stringify(value);
      return text.length > 400 ? `${text.slice(0, 400)}…` : text;
    } catch {
      return Object.prototype.toString.call(value);
    }
  }
  return typeof value === 'string' ? quote(value, 200) : `${String(value)} (${typeof value})`;
}

function showError(error: unknown): string {
  if (TodoError.isInstance(error)) return `code ${error.code} (${error.message})`;
  return error instanceof Error ? `${error.name}: ${error.message}` : show(error);
}

/** Waits until the condition holds, at most `ms` milliseconds; answers whether it does. */
export async function eventually(condition: () => boolean, ms: number): Promise<boolean> {
  const end = Date.now() + ms;
  while (!condition() && Date.now() < end) await sleep(5);
  return condition();
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
