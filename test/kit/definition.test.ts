import { asSchema, generateText } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { z as zod3 } from 'zod/v3';
import { z as zod4 } from 'zod/v4';
import { TODO_TOOL_NAME } from '../../src/kit/todo-definition.ts';
import { createTodoTool } from '../../src/index.ts';
import { usage } from '../support/model.ts';
import { checkedKit, checkedStore } from '../support/kit.ts';

const policies = [true, false] as const;
const MAX_TOKENS = 170;

async function definitionOf(allowParallelInProgress: boolean) {
  const { todo_write } = checkedKit({ allowParallelInProgress }).tools;
  const parameters = await asSchema(todo_write.inputSchema).jsonSchema;
  return { name: TODO_TOOL_NAME, description: String(todo_write.description), parameters };
}

describe.each(policies)('the definition with allowParallelInProgress %s', (policy) => {
  it(`costs the model at most ${MAX_TOKENS} tokens`, async ({ annotate }) => {
    const definition = await definitionOf(policy);
    const tokens = encode(JSON.stringify(definition)).length;
    await annotate(`${tokens} tokens (o200k) for name, description and parameters`);
    console.log(`todo_write with allowParallelInProgress ${policy}: ${tokens} tokens (o200k)`);
    expect(tokens).toBeLessThanOrEqual(MAX_TOKENS);
  });

  it('says everything that the model has to know', async () => {
    const { description } = await definitionOf(policy);
    for (const words of [
      /entire list.*replaces the previous/,
      /multi-step/,
      /skip trivial/,
      /in_progress before working/,
      /completed the moment it is done; do not batch/,
      /pending: not started; in_progress: being worked on; completed: done/,
      policy ? /Several items may be in_progress/ : /At most one item may be in_progress/,
    ]) {
      expect(description).toMatch(words);
    }
  });

  it('is a closed and plain schema with a root object, as strict providers want it', async () => {
    expect((await definitionOf(policy)).parameters).toEqual({
      type: 'object',
      properties: {
        todos: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              content: { type: 'string' },
              status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] },
            },
            required: ['content', 'status'],
            additionalProperties: false,
          },
        },
      },
      required: ['todos'],
      additionalProperties: false,
    });
  });
});

describe('the definition', () => {
  it('follows the policy in the sentence about active items and nowhere else', async () => {
    const [parallel, single] = await Promise.all(policies.map(definitionOf));
    expect(parallel?.parameters).toEqual(single?.parameters);
    expect(parallel?.description).toBe(
      single?.description.replace(
        'At most one item may be in_progress.',
        'Several items may be in_progress at once.',
      ),
    );
  });

  it.each([
    ['zod 3', zod3.object({ city: zod3.string() })],
    ['zod 4', zod4.object({ city: zod4.string() })],
    ['no zod', undefined],
  ])(
    'is the same beside the tools of a host that uses %s, strict or not',
    async (_name, schema) => {
      const sent: unknown[] = [];
      const model = new MockLanguageModelV4({
        async doGenerate({ tools = [] }) {
          sent.push(tools.find((tool) => tool.name === 'todo_write'));
          return {
            content: [{ type: 'text', text: 'ok' }],
            finishReason: { unified: 'stop', raw: undefined },
            usage,
            warnings: [],
          };
        },
      });
      const todo_write = createTodoTool({
        store: checkedStore(),
        allowParallelInProgress: false,
        sessionId: 'chat',
      });
      const weather = schema && { weather: { description: 'Weather', inputSchema: schema } };
      for (const strict of [false, true]) {
        await generateText({
          model,
          tools: { todo_write: { ...todo_write, strict }, ...weather },
          prompt: 'x',
        });
      }
      const { name, description, parameters } = await definitionOf(false);
      const wire = { type: 'function', name, description, inputSchema: parameters };
      expect(sent).toEqual([
        { ...wire, strict: false },
        { ...wire, strict: true },
      ]);
    },
  );

  it('is not spoiled for the next tool by whoever changes the schema of one', async () => {
    const first = await definitionOf(false);
    delete first.parameters.additionalProperties;
    expect((await definitionOf(false)).parameters).toHaveProperty('additionalProperties', false);
  });
});
