import { simulateReadableStream } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { todos } from './kit.ts';

type StreamResult = Awaited<ReturnType<MockLanguageModelV4['doStream']>>;
/** A part that a model streams. */
export type ModelPart = StreamResult['stream'] extends ReadableStream<infer PART> ? PART : never;

export const usage = {
  inputTokens: { total: 1, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: undefined, reasoning: undefined },
};

/** The parts of a step that says something. */
export function say(value: string): ModelPart[] {
  return [
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: value },
    { type: 'text-end', id: '1' },
    { type: 'finish', finishReason: { unified: 'stop', raw: undefined }, usage },
  ];
}

/** The parts of a step that calls tools; without calls it writes a plan of one item. */
export function callTools(...calls: { toolName: string; input: unknown }[]): ModelPart[] {
  const all =
    calls.length > 0 ? calls : [{ toolName: 'todo_write', input: { todos: todos('A*') } }];
  return [
    ...all.map(({ toolName, input }, i) => ({
      type: 'tool-call' as const,
      toolCallId: `call-${i}`,
      toolName,
      input: JSON.stringify(input),
    })),
    { type: 'finish', finishReason: { unified: 'tool-calls', raw: undefined }, usage },
  ];
}

/** A model that streams these parts, a list for each step; an error instead of a list fails the step. */
export function streamingModel(...steps: readonly (readonly ModelPart[] | Error)[]) {
  let step = 0;
  return new MockLanguageModelV4({
    async doStream() {
      const parts = steps[step++] ?? [];
      if (parts instanceof Error) throw parts;
      return { stream: simulateReadableStream({ chunks: [...parts], chunkDelayInMs: 1 }) };
    },
  });
}

/** The same for `generateText`. */
export function generatingModel(...steps: readonly (readonly ModelPart[] | Error)[]) {
  let step = 0;
  return new MockLanguageModelV4({
    async doGenerate() {
      const parts = steps[step++] ?? [];
      if (parts instanceof Error) throw parts;
      const calls = parts.filter((part) => part.type === 'tool-call');
      const text = parts
        .flatMap((part) => (part.type === 'text-delta' ? [part.delta] : []))
        .join('');
      return {
        content: calls.length > 0 ? calls : [{ type: 'text', text }],
        finishReason: { unified: calls.length > 0 ? 'tool-calls' : 'stop', raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
}
