import { parseObject } from './json.ts';
import { isThinkingModel, type AssistantMessage, type ChatRequest } from './wire.ts';

/**
 * Finds the first message of a conversation that the real API would refuse.
 *
 * Tool calls and tool messages must match one to one and stand together, arguments must hold a JSON object, and a
 * thinking model wants its reasoning back. The provider fills a missing reasoning with the empty text, so this server
 * also compares it with what it sent: otherwise nobody would notice that it was lost on the way.
 */
export function checkMessages(
  { model, messages, thinking }: ChatRequest,
  reasoningOf: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  const thinks = isThinkingModel(model) && thinking?.type !== 'disabled';
  let open = new Set<string>();
  for (const [i, message] of messages.entries()) {
    if (message?.role === 'tool') {
      if (typeof message.content !== 'string') return `messages[${i}]: the content must be a text.`;
      if (!open.delete(message.tool_call_id)) {
        return `messages[${i}]: Messages with role 'tool' must be a response to a preceding message with 'tool_calls'.`;
      }
      continue;
    }
    if (open.size > 0) return unanswered(i, open);
    if (message?.role === 'assistant') {
      const fault =
        checkCalls(message) ?? (thinks ? checkReasoning(message, reasoningOf) : undefined);
      if (fault !== undefined) return `messages[${i}]: ${fault}`;
      open = new Set(message.tool_calls?.map((call) => call.id));
    } else if (message?.role !== 'system' && message?.role !== 'user') {
      return `messages[${i}]: unknown role, expected one of system, user, assistant, tool.`;
    }
  }
  return open.size > 0 ? unanswered(messages.length, open) : undefined;
}

function unanswered(i: number, open: ReadonlySet<string>): string {
  return `messages[${i}]: An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'; missing: ${[...open].join(', ')}.`;
}

function checkCalls({ content, tool_calls: calls }: AssistantMessage): string | undefined {
  if (calls === undefined) return typeof content === 'string' ? undefined : 'no content, no calls.';
  if (!Array.isArray(calls) || calls.length === 0) return "'tool_calls' must not be empty.";
  const ids = new Set(calls.map((call) => call.id));
  if (ids.size < calls.length) return "each call needs an 'id' of its own.";
  for (const call of calls) {
    if (typeof call.id !== 'string' || call.id === '' || call.type !== 'function') {
      return 'a call needs an id and the type function.';
    }
    if (typeof call.function?.name !== 'string') return `call ${call.id} names no function.`;
    if (parseObject(call.function.arguments) === undefined) {
      return `the arguments of call ${call.id} are not a JSON object.`;
    }
  }
  return undefined;
}

function checkReasoning(
  { reasoning_content: reasoning, tool_calls: calls }: AssistantMessage,
  reasoningOf: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  const isLost = calls?.some((call) => {
    const sent = reasoningOf.get(call.id);
    return reasoning === undefined || (sent !== undefined && !sent.has(reasoning));
  });
  return isLost
    ? 'The `reasoning_content` in the thinking mode must be passed back to the API.'
    : undefined;
}
