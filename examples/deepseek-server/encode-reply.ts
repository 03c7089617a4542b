import type { Reply } from './script.ts';

/** The body of an answer in one piece. */
export function encodeCompletion(reply: Reply): object {
  const { reasoning, text, toolCalls, finishReason } = reply;
  return {
    ...head(reply, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text,
          ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
          ...(toolCalls.length === 0
            ? {}
            : {
                tool_calls: toolCalls.map(({ id, name, json }, index) => ({
                  index,
                  id,
                  type: 'function',
                  function: { name, arguments: json },
                })),
              }),
        },
        logprobs: null,
        finish_reason: finishReason,
      },
    ],
    usage: reply.usage,
  };
}

/**
 * The chunks of a streamed answer: the role, the reasoning, the text, then each tool call, its id and name first and
 * its arguments in pieces of `pieceSize` characters; the reason for the end comes last, with the usage if it is wanted.
 */
export function encodeChunks(
  reply: Reply,
  { pieceSize, includeUsage }: { readonly pieceSize: number; readonly includeUsage: boolean },
): readonly object[] {
  const { reasoning, text, toolCalls, finishReason } = reply;
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...head(reply, 'chat.completion.chunk'),
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  });
  return [
    chunk({ role: 'assistant', content: '' }),
    ...words(reasoning).map((piece) => chunk({ content: null, reasoning_content: piece })),
    ...words(text).map((piece) => chunk({ content: piece, reasoning_content: null })),
    ...toolCalls.flatMap(({ id, name, json }, index) => [
      chunk({
        tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }],
      }),
      ...pieces(json, pieceSize).map((piece) =>
        chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    ]),
    { ...chunk({ content: '' }, finishReason), ...(includeUsage ? { usage: reply.usage } : {}) },
  ];
}

function head({ id, created, model }: Reply, object: string): object {
  return { id, object, created, model, system_fingerprint: 'fp_loopback' };
}

/** A text word by word, so that a stream of it reads naturally; joined again it is the same text. */
function words(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

/** A text in short pieces that never cut a character. */
function pieces(text: string, size: number): readonly string[] {
  const characters = Array.from(text);
  const count = Math.ceil(characters.length / size);
  return Array.from({ length: count }, (_, i) =>
    characters.slice(i * size, (i + 1) * size).join(''),
  );
}
