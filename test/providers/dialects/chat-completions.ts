import { encodeChunks, encodeCompletion } from '../../../examples/deepseek-server/encode-reply.ts';
import { completeReply, type Reply } from '../../../examples/deepseek-server/script.ts';
import type { ChatRequest } from '../../../examples/deepseek-server/index.ts';
import type { Answer, Body, Dialect, Entry } from './dialect.ts';

/** OpenAI's chat completions, which DeepSeek and all that call themselves compatible speak too. */
export const chatCompletions: Dialect = {
  keys: ['tools', 'tool_choice', 'messages'],
  isStream: (body) => body['stream'] === true,
  answer: (answer) => encodeCompletion(replyOf(answer)),
  events: (answer) => encodeChunks(replyOf(answer), { pieceSize: 8, includeUsage: true }),
  end: '[DONE]',
  tools: (body) =>
    (requestOf(body).tools ?? []).map(
      ({ function: { name, description, parameters, strict } }) => ({
        name,
        description,
        parameters,
        strict,
      }),
    ),
  entries: (body) =>
    requestOf(body).messages.flatMap((message): Entry[] => {
      switch (message.role) {
        case 'system':
          return [{ kind: 'instructions', text: message.content }];
        case 'user':
          return [{ kind: 'user', text: textOf(message.content) }];
        case 'tool':
          return [{ kind: 'result', id: message.tool_call_id, text: message.content }];
        case 'assistant':
          return [
            ...(message.reasoning_content
              ? [{ kind: 'reasoning' as const, mark: message.reasoning_content }]
              : []),
            ...(message.content ? [{ kind: 'text' as const, text: message.content }] : []),
            ...(message.tool_calls ?? []).map((call) => ({
              kind: 'call' as const,
              id: call.id,
              name: call.function.name,
              input: JSON.parse(call.function.arguments) as unknown,
            })),
          ];
      }
    }),
};

function replyOf({ id, reasoning = '', text = '', call }: Answer): Reply {
  const toolCalls = call ? [{ name: call.name, arguments: call.json }] : [];
  const request = { index: id, text: '', body: { model: 'loopback', messages: [] } };
  return completeReply({ reasoning, text, toolCalls }, request);
}

function requestOf(body: Body): ChatRequest {
  return body as unknown as ChatRequest; // the providers' own types keep to it
}

function textOf(content: string | readonly unknown[]): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}
