import { assertArgument } from '../core/argument.ts';
import { TodoError, VersionConflictError } from '../core/errors.ts';
import { assertSessionId } from '../core/session-id.ts';
import { quote } from '../core/text.ts';
import type {
  AppendOptions,
  ListOptions,
  ReadOptions,
  SessionStore,
  StoreOptions,
} from './session-store.ts';

const STORE_METHODS = ['append', 'read', 'tail', 'list', 'delete'] as const;

/** For what an application passes as a store: told by its methods. */
export function assertStore(store: SessionStore): void {
  const isStore = STORE_METHODS.every((name) => typeof store?.[name] === 'function');
  const wanted = 'a SessionStore, for example memoryStore() or fileStore(directory)';
  assertArgument(isStore, 'store', wanted, store);
}

/** A whole number from `min` on, or an `invalid_option` error that names it. */
export function assertCount(name: string, value: unknown, min = 0): asserts value is number {
  if (!Number.isSafeInteger(value) || (value as number) < min) {
    const got = typeof value === 'string' ? `the text ${quote(value)}` : String(value);
    throw new TodoError(
      'invalid_option',
      `${name} must be a whole number from ${min} on; got ${got}.`,
    );
  }
}

/** The checks that `append` makes before any I/O. */
export function checkAppendOptions(sessionId: string, options: AppendOptions): void {
  assertSessionId(sessionId);
  assertCount('expectedVersion', options?.expectedVersion);
  if (options.parentSession !== undefined) assertSessionId(options.parentSession);
  options.signal?.throwIfAborted();
}

/** The checks that `read` makes before any I/O; answers the range with its defaults filled in. */
export function checkReadOptions(
  sessionId: string,
  options: ReadOptions = {},
): { readonly fromSeq: number; readonly limit: number } {
  assertSessionId(sessionId);
  const { fromSeq = 0, limit = Number.MAX_SAFE_INTEGER, signal } = options;
  assertCount('fromSeq', fromSeq);
  assertCount('limit', limit);
  signal?.throwIfAborted();
  return { fromSeq, limit };
}

/** The checks that `tail` makes before any I/O. */
export function checkTailOptions(
  sessionId: string,
  limit: number,
  { signal }: StoreOptions = {},
): void {
  assertSessionId(sessionId);
  assertCount('limit', limit);
  signal?.throwIfAborted();
}

/** The checks that `list` makes before any I/O; answers the page size. */
export function checkListOptions({ limit = 100, signal }: ListOptions = {}): number {
  assertCount('limit', limit, 1);
  if (limit > 1000)
    throw new TodoError('invalid_option', `limit must be at most 1000; got ${limit}.`);
  signal?.throwIfAborted();
  return limit;
}

/** What a store found of the session that an append is for. */
export interface FoundSession {
  readonly uid: string;
  readonly version: number;
  /** The id of its last event; `undefined` where there is none, or that has none. */
  readonly lastId: string | undefined;
  /** The ids of the events that stand where this append would put its own. */
  readonly idsAtPlace: readonly (string | undefined)[];
}

/**
 * Compares what an append expects with what is there (S2).
 *
 * Answers `append` when the session is at the expected version and ends as expected, and `repeat` when this very append was stored before
 * (S4): nothing is left to do. Throws the conflict otherwise.
 */
export function compareVersion(
  sessionId: string,
  { expectedVersion, expectedUid, expectedLastId }: AppendOptions,
  found: FoundSession | null,
  ids: readonly (string | undefined)[],
): 'append' | 'repeat' {
  const actual = found?.version ?? 0;
  if (expectedUid === undefined || expectedUid === found?.uid) {
    const endsAlike = expectedLastId === undefined || expectedLastId === found?.lastId;
    if (actual === expectedVersion && endsAlike) return 'append';
    const isRepeat =
      ids.length > 0 && ids.every((id, i) => id !== undefined && id === found?.idsAtPlace[i]);
    if (isRepeat) return 'repeat';
  }
  throw new VersionConflictError({
    sessionId,
    expected: expectedVersion,
    actual,
    expectedUid,
    actualUid: found?.uid,
    expectedLastId,
  });
}
