import { MockLanguageModelV4 } from 'ai/test';
import type { TodoItem } from 'ai-sdk-todo';

/** What a model without a provider says of its tokens. */
export const usage = {
  inputTokens: { total: 1, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: undefined, reasoning: undefined },
};

/** A list of so many items, of which so many are done and the next one is being worked on. */
export function listOf(length: number, done = 0): TodoItem[] {
  return Array.from({ length }, (_, i) => ({
    content: `Task ${i + 1}: read what is there, change it, look at the outcome`,
    status: i < done ? 'completed' : i === done ? 'in_progress' : 'pending',
  }));
}

/** A model without any latency that sends a new list in each step and then stops. */
export function planningModel(steps: number, items: number): MockLanguageModelV4 {
  const inputs = Array.from({ length: steps }, (_, step) =>
    JSON.stringify({ todos: listOf(items, step % items) }),
  );
  let step = 0;
  return new MockLanguageModelV4({
    async doGenerate() {
      const input = inputs[step];
      step += 1;
      if (input === undefined) {
        return {
          content: [{ type: 'text', text: 'Done.' }],
          finishReason: { unified: 'stop', raw: undefined },
          usage,
          warnings: [],
        };
      }
      return {
        content: [{ type: 'tool-call', toolCallId: `call-${step}`, toolName: 'todo_write', input }],
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
}
