import type { AssistantMessage, RecordedRequest, ToolMessage } from './wire.ts';

/** A tool call and what the model was told about it. */
export interface ToolResult {
  readonly callId: string;
  readonly name: string;
  /** The arguments as the request sends them back: JSON text. */
  readonly arguments: string;
  /** The exact text that the model reads. */
  readonly content: string;
}

/**
 * Every tool result that a request carries, in its order.
 *
 * @param options.name only those of this tool.
 */
export function toolResults(
  { body }: Pick<RecordedRequest, 'body'>,
  { name }: { readonly name?: string } = {},
): readonly ToolResult[] {
  const calls = body.messages
    .filter((message): message is AssistantMessage => message.role === 'assistant')
    .flatMap((message) => message.tool_calls ?? []);
  return body.messages
    .filter((message): message is ToolMessage => message.role === 'tool')
    .map(({ tool_call_id: callId, content }) => {
      // From the end, since ids may come again in a later step.
      const call = calls.findLast(({ id }) => id === callId);
      const { name: tool = '', arguments: json = '' } = call?.function ?? {};
      return { callId, name: tool, arguments: json, content };
    })
    .filter((result) => name === undefined || result.name === name);
}

/** The part of a request that belongs to the current turn: everything after the last message of the user. */
export function currentTurn({ body }: RecordedRequest): Pick<RecordedRequest, 'body'> {
  const last = body.messages.findLastIndex((message) => message.role === 'user');
  return { body: { ...body, messages: body.messages.slice(last + 1) } };
}

/** How many messages of the user a request carries: 1 in the first turn. */
export function turnNumber({ body }: RecordedRequest): number {
  return body.messages.filter((message) => message.role === 'user').length;
}
