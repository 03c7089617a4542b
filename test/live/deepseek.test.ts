import { createDeepSeek } from '@ai-sdk/deepseek';
import { checkSession, createTodoKit, memoryStore } from 'ai-sdk-todo';
import { generateText, isStepCount, streamText } from 'ai';
import { describe, expect, it } from 'vitest';

const apiKey = process.env['DEEPSEEK_API_KEY'];
if (!apiKey) console.log('Skipped test/live/deepseek.test.ts: DEEPSEEK_API_KEY is not set.');

const prompt =
  'Plan a dinner for two in exactly three tasks with the todo_write tool. Work through them one by one, updating the list each time, until all three are completed. Then answer in one sentence.';

describe.skipIf(!apiKey)('against the real DeepSeek API', () => {
  const model = createDeepSeek({ apiKey: apiKey ?? '' })('deepseek-flash');

  it.each(['generateText', 'streamText'])(
    'a model plans and finishes its plan, through %s',
    { timeout: 180_000 },
    async (through) => {
      const store = memoryStore();
      const kit = createTodoKit({ store, allowParallelInProgress: false });
      const session = kit.session(through);
      const turn = await session.startTurn();
      const options = { model, prompt, tools: { ...turn.tools }, stopWhen: isStepCount(20) };
      if (through === 'generateText') {
        await generateText(options);
        await turn.end();
      } else {
        const result = streamText(options);
        for await (const part of turn.endWith(result.stream)) {
          if (part.type === 'error') throw part.error;
        }
      }
      const plan = await session.plan();
      expect(plan.todos).toHaveLength(3);
      expect(plan.counts.completed).toBe(3);
      expect(plan.turn).toEqual({ number: 1, open: false });
      expect((await checkSession(store, through)).violations).toEqual([]);
    },
  );
});
