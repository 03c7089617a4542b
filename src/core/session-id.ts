import { InvalidSessionIdError } from './errors.ts';
import { isWellFormed } from './text.ts';

/** The longest session id, in UTF-16 units. */
export const MAX_SESSION_ID_LENGTH = 512;

/** Whether a value can name a session: a non-empty, well-formed string of at most 512 UTF-16 units. */
export function isSessionId(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= MAX_SESSION_ID_LENGTH &&
    isWellFormed(value)
  );
}

/** Throws an `InvalidSessionIdError` for anything that cannot name a session. */
export function assertSessionId(value: unknown): asserts value is string {
  if (!isSessionId(value)) throw new InvalidSessionIdError(describe(value));
}

function describe(value: unknown): string {
  if (typeof value !== 'string') return `got ${value === null ? 'null' : typeof value}`;
  if (value === '') return 'got an empty string';
  if (value.length > MAX_SESSION_ID_LENGTH) return `got ${value.length} characters`;
  return 'got a string with a lone surrogate';
}
