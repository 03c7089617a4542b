import { TodoError } from './errors.ts';
import { isRecord } from './event.ts';

/**
 * Throws `invalid_option` for an argument of the wrong kind: names it, and says what is wanted and what arrived.
 *
 * For what code passes, where a mistake is one of the program. What stands in a log, or comes from a model, is data: it
 * is skipped and reported, and never thrown for.
 */
export function assertArgument(
  holds: boolean,
  name: string,
  wanted: string,
  value: unknown,
): asserts holds {
  if (holds) return;
  throw new TodoError('invalid_option', `\`${name}\` must be ${wanted}; got ${arrived(value)}.`);
}

/** Options may be left out; `null` and whatever else is no object are a mistake. */
export function assertOptions(options: unknown, name = 'options'): void {
  assertArgument(
    options === undefined || isRecord(options),
    name,
    'an object, or left out',
    options,
  );
}

/** For hooks and functions that an application may bring. */
export function assertOptionalFunction(name: string, value: unknown): void {
  assertArgument(
    value === undefined || typeof value === 'function',
    name,
    'a function, or left out',
    value,
  );
}

export function assertString(name: string, value: unknown): asserts value is string {
  assertArgument(typeof value === 'string', name, 'a string', value);
}

/** A string can be iterated too, and is never what is meant. */
export function assertEvents(events: unknown): asserts events is Iterable<unknown> {
  const holds = typeof events === 'object' && events !== null && Symbol.iterator in events;
  assertArgument(holds, 'events', 'a list of events (collect an async iterable first)', events);
}

/** What arrived. Shorter than `describe`, since the client's bundle brings it to every page. */
function arrived(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return 'a list';
  return 'then' in value ? 'a promise: await it first' : 'an object';
}
