import { TodoError, type TodoErrorCode } from './errors.ts';

const marker = Symbol.for('ai-sdk-todo.refusal');

/**
 * A `todo_write` call that was refused. `message` is the exact text that the model reads; nothing was appended,
 * unless `code` is `outcome_unknown`.
 *
 * AI SDK 7 shows the model `error.toString()` and AI SDK 6 shows it `error.message`: here both are the same text.
 */
export class TodoRefusalError extends TodoError {
  readonly [marker] = true;

  constructor(code: TodoErrorCode, line: string, options?: { readonly cause?: unknown }) {
    super(code, `Error: ${line}`, options);
    this.name = 'Error';
  }

  override toString(): string {
    return this.message;
  }

  static override isInstance(value: unknown): value is TodoRefusalError {
    return typeof value === 'object' && value !== null && marker in value;
  }
}
