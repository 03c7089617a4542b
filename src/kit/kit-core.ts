import { TodoError } from '../core/errors.ts';
import { isRecord } from '../core/event.ts';
import { resolveLimits, type TodoLimits } from '../core/limits.ts';
import { randomId } from '../core/random-id.ts';
import type { SessionStore } from '../store/session-store.ts';
import { createLanes, type Lane } from './lane.ts';
import type { TodoBackgroundFailure, TodoKitOptions } from './types.ts';

/** What every part of one kit shares: its options with defaults filled in, and its lanes. */
export interface KitCore {
  readonly store: SessionStore;
  readonly allowParallelInProgress: boolean;
  readonly limits: Required<TodoLimits>;
  readonly acceptJsonText: boolean;
  readonly validate: TodoKitOptions['validate'];
  readonly onWrite: TodoKitOptions['onWrite'];
  readonly now: () => number;
  readonly generateId: () => string;
  readonly lane: (sessionId: string) => Lane;
  /** Reports a failure that no call can; never throws. */
  readonly report: (error: unknown, failure: TodoBackgroundFailure) => void;
}

const STORE_METHODS = ['append', 'read', 'tail', 'list', 'delete'] as const;

/** Checks the options of a kit and fills in the defaults; throws `invalid_option` for a missing choice. */
export function createKitCore(options: TodoKitOptions): KitCore {
  if (!isRecord(options)) {
    throw new TodoError(
      'invalid_option',
      'Options are wanted: { store, allowParallelInProgress }.',
    );
  }
  const {
    store,
    allowParallelInProgress,
    acceptJsonText = false,
    limits,
    validate,
    onWrite,
  } = options;
  if (STORE_METHODS.some((name) => typeof store?.[name] !== 'function')) {
    throw new TodoError(
      'invalid_option',
      '`store` must be a SessionStore, for example memoryStore() or fileStore(directory).',
    );
  }
  if (typeof allowParallelInProgress !== 'boolean') {
    throw new TodoError(
      'invalid_option',
      '`allowParallelInProgress` must be true or false: whether several items may be in progress at once is your choice to make.',
    );
  }
  if (typeof acceptJsonText !== 'boolean') {
    throw new TodoError('invalid_option', '`acceptJsonText` must be true or false.');
  }
  const { onError = logFailure, now = Date.now, generateId = randomId } = options;
  return {
    store,
    allowParallelInProgress,
    limits: resolveLimits(limits),
    acceptJsonText,
    validate,
    onWrite,
    now,
    generateId,
    lane: createLanes(),
    report(error, failure) {
      void tell(onError, error, failure);
    },
  };
}

/** Reports a failure, and what goes wrong with that. */
async function tell(
  onError: NonNullable<TodoKitOptions['onError']>,
  error: unknown,
  failure: TodoBackgroundFailure,
): Promise<void> {
  try {
    await onError(error, failure);
  } catch (thrown) {
    logFailure(thrown, failure);
  }
}

function logFailure(error: unknown, { during, sessionId }: TodoBackgroundFailure): void {
  console.error(`ai-sdk-todo: ${during} failed for session ${JSON.stringify(sessionId)}`, error);
}
