import { TodoError } from '../core/errors.ts';
import type { TodoRouteOptions } from './create-todo-route.ts';

/** The largest delay that a timer of the platform can wait for. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Throws `invalid_option` for a route that could not work, or that would show plans to everybody. */
export function checkRouteOptions<CONTEXT>(options: TodoRouteOptions<CONTEXT>): void {
  const { kit, authorize, heartbeatMs, stallMs, maxTail } = options ?? {};
  if (typeof kit?.session !== 'function') {
    throw new TodoError('invalid_option', '`kit` must be a kit of createTodoKit().');
  }
  if (typeof authorize !== 'function') {
    throw new TodoError(
      'invalid_option',
      '`authorize` must be a function (request, context) that returns { sessionId } or a Response: without it anybody could read any session.',
    );
  }
  assertWhole('heartbeatMs', heartbeatMs, 1, MAX_TIMER_MS);
  assertWhole('stallMs', stallMs, 1, MAX_TIMER_MS);
  assertWhole('maxTail', maxTail, 0, Number.MAX_SAFE_INTEGER);
}

function assertWhole(name: string, value: number | undefined, min: number, max: number): void {
  if (value === undefined) return;
  if (Number.isSafeInteger(value) && value >= min && value <= max) return;
  throw new TodoError(
    'invalid_option',
    `\`${name}\` must be a whole number from ${min} on; got ${value}.`,
  );
}
