import { TodoError } from './errors.ts';

/** How large a list may be before `todo_write` refuses it. */
export interface TodoLimits {
  /** The most tasks in one list. Default 500. */
  readonly maxTodos?: number;
  /** The longest `content` of a task, in UTF-16 units after trimming. Default 2,000. */
  readonly maxContentLength?: number;
}

/** The limits with their defaults filled in; throws `invalid_option` for anything but whole numbers from 1 on. */
export function resolveLimits(limits: TodoLimits = {}): Required<TodoLimits> {
  const { maxTodos = 500, maxContentLength = 2000 } = limits;
  for (const [name, value] of Object.entries({ maxTodos, maxContentLength })) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new TodoError(
        'invalid_option',
        `limits.${name} must be a whole number from 1 on; got ${String(value)}.`,
      );
    }
  }
  return { maxTodos, maxContentLength };
}
