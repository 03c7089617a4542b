import { assertArgument, assertOptionalFunction } from '../core/argument.ts';
import { isRecord } from '../core/event.ts';
import type { TodoRouteOptions } from './create-todo-route.ts';

/** The largest delay that a timer of the platform can wait for. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Throws `invalid_option` for a route that could not work, or that would show plans to everybody. */
export function checkRouteOptions<CONTEXT>(options: TodoRouteOptions<CONTEXT>): void {
  assertArgument(isRecord(options), 'options', 'an object { kit, authorize }', options);
  const { kit, authorize, heartbeatMs, stallMs, maxTail, onError } = options;
  assertArgument(typeof kit?.session === 'function', 'kit', 'a kit of createTodoKit()', kit);
  assertArgument(
    typeof authorize === 'function',
    'authorize',
    'a function (request, context) that returns { sessionId } or a Response (without it anybody could read any session)',
    authorize,
  );
  assertOptionalFunction('onError', onError);
  assertWhole('heartbeatMs', heartbeatMs, 1, MAX_TIMER_MS);
  assertWhole('stallMs', stallMs, 1, MAX_TIMER_MS);
  assertWhole('maxTail', maxTail, 0, Number.MAX_SAFE_INTEGER);
}

function assertWhole(name: string, value: number | undefined, min: number, max: number): void {
  if (value === undefined) return;
  const holds = Number.isSafeInteger(value) && value >= min && value <= max;
  assertArgument(holds, name, `a whole number from ${min} to ${max}`, value);
}
