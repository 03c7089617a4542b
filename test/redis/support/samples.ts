import { expect } from 'vitest';
import { hasCode, TodoError, type TodoErrorCode } from '../../../src/core/errors.ts';
import { randomId } from '../../../src/core/random-id.ts';
import type { NewSessionEvent, SessionEvent } from '../../../src/core/event.ts';

/** An event with an id of its own. */
export function note(data: unknown = {}): NewSessionEvent {
  return { time: 1_764_520_000_000, type: 'test/note', id: randomId(), data };
}

/** The error that a promise rejects with, which must be one of ours with this code. */
export async function errorOf(
  promise: Promise<unknown>,
  ...codes: readonly TodoErrorCode[]
): Promise<TodoError> {
  const error: unknown = await promise.then(
    (value) => {
      throw new Error(`not refused, but answered ${JSON.stringify(value)}`);
    },
    (thrown: unknown) => thrown,
  );
  if (!TodoError.isInstance(error)) throw error;
  expect(codes.some((code) => hasCode(error, code))).toBe(true);
  return error;
}

/** The ids of events, in their order. */
export function idsOf(events: readonly SessionEvent[] | undefined): (string | undefined)[] {
  return (events ?? []).map(({ id }) => id);
}
