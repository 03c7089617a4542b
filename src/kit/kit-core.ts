import { assertArgument, assertOptionalFunction, assertOptions } from '../core/argument.ts';
import { isRecord } from '../core/event.ts';
import { resolveLimits, type TodoLimits } from '../core/limits.ts';
import { randomId } from '../core/random-id.ts';
import { assertStore } from '../store/check-options.ts';
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

/** Checks the options of a kit and fills in the defaults; throws `invalid_option` for a missing or a wrong choice. */
export function createKitCore(options: TodoKitOptions): KitCore {
  const wantedOptions = 'an object { store, allowParallelInProgress }';
  assertArgument(isRecord(options), 'options', wantedOptions, options);
  const {
    store,
    allowParallelInProgress,
    acceptJsonText = false,
    limits,
    validate,
    onWrite,
  } = options;
  assertStore(store);
  assertArgument(
    typeof allowParallelInProgress === 'boolean',
    'allowParallelInProgress',
    'true or false (whether several items may be in progress at once is your choice to make)',
    allowParallelInProgress,
  );
  assertArgument(
    typeof acceptJsonText === 'boolean',
    'acceptJsonText',
    'true or false',
    acceptJsonText,
  );
  assertOptions(limits, 'limits');
  const { onError = logFailure, now = Date.now, generateId = randomId } = options;
  for (const [name, value] of Object.entries({ validate, onWrite, onError, now, generateId })) {
    assertOptionalFunction(name, value);
  }
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
