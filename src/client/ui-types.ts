import type { TodoWriteInput, TodoWriteOutput } from '../kit/types.ts';

/**
 * The tools of this package, for the type of an application's messages.
 *
 * @example
 * type ChatMessage = UIMessage<unknown, UIDataTypes, TodoUITools>;
 * const { messages } = useChat<ChatMessage>();
 */
// A type and no interface: AI SDK asks for an index signature, which only types have by themselves.
export type TodoUITools = {
  readonly todo_write: {
    readonly input: TodoWriteInput;
    readonly output: TodoWriteOutput;
  };
};
