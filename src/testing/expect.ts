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
  const difference = findDifference(actual, expected);
  if (difference === undefined) return;
  const { place } = difference;
  const at = place === '' ? '' : ` at ${place}`;
  throw new StoreCaseError(
    `${what}${at}: wanted ${show(difference.expected)}, got ${show(difference.actual)}.`,
  );
}

interface Difference {
  readonly place: string;
  readonly actual: unknown;
  readonly expected: unknown;
}

/** The first place where two values differ, down to the sign of a zero and the own keys of every object. */
function findDifference(actual: unknown, expected: unknown, place = ''): Difference | undefined {
  if (Object.is(actual, expected)) return undefined;
  const areObjects = isObject(actual) && isObject(expected);
  if (!areObjects || Array.isArray(actual) !== Array.isArray(expected)) {
    return { place, actual, expected };
  }
  const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  for (const key of keys) {
    const below = Array.isArray(expected) ? `${place}[${key}]` : `${place}.${key}`;
    const found = Object.hasOwn(actual, key) ? actual[key] : NOTHING;
    const wanted = Object.hasOwn(expected, key) ? expected[key] : NOTHING;
    const difference = findDifference(found, wanted, below);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** Stands for a key that is missing, which is not the same as one that is `undefined`. */
const NOTHING = Symbol('nothing');

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
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

/** A value in a message, cut where it is long. */
export function show(value: unknown): string {
  if (value === NOTHING) return 'nothing';
  if (typeof value === 'string') return escape(quote(value, 200));
  if (!isObject(value)) return `${String(value)}${typeof value === 'bigint' ? 'n' : ''}`;
  try {
    const text = JSON.stringify(value);
    return escape(text.length > 400 ? `${text.slice(0, 400)}…` : text);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

/** Writes what cannot be told apart by eye as escapes. */
function escape(text: string): string {
  return text.replace(
    /[^ -~…]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
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
