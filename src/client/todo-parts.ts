/** As much of a UI message as a plan is read from; every `UIMessage` of AI SDK fits. */
export interface MessageLike {
  readonly role: string;
  readonly parts: readonly { readonly type: string }[];
}

/** A part of a message that is about a call of `todo_write`, as far as it has come. */
export interface TodoPart {
  /** `input-streaming`, `input-available`, `output-available`, `output-error`, or what a later AI SDK calls it. */
  readonly state: unknown;
  readonly input: unknown;
  readonly output: unknown;
  /** Whether the output is not the last word. */
  readonly preliminary: unknown;
}

/** The calls of `todo_write` since the last message of the user, in order. Throws for nothing. */
export function latestTodoParts(messages: readonly MessageLike[]): readonly TodoPart[] {
  const start = messages.findLastIndex((message) => message?.role === 'user') + 1;
  return messages.slice(start).flatMap((message) => todoPartsOf(message));
}

/** The calls of `todo_write` of one message, in order. */
export function todoPartsOf(message: MessageLike | undefined): readonly TodoPart[] {
  // Messages come out of a database, where anything may be.
  const parts: readonly unknown[] = Array.isArray(message?.parts) ? message.parts : [];
  return parts.filter(isTodoPart);
}

function isTodoPart(part: unknown): part is TodoPart {
  if (typeof part !== 'object' || part === null) return false;
  const { type, toolName } = part as { readonly type?: unknown; readonly toolName?: unknown };
  return type === 'tool-todo_write' || (type === 'dynamic-tool' && toolName === 'todo_write');
}
