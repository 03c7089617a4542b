import { createDeepSeek } from '@ai-sdk/deepseek';
import { generateText, isStepCount, streamText } from 'ai';
import { afterEach, describe, expect, it } from 'vitest';
import {
  startDeepSeekServer,
  toolResults,
  type DeepSeekServer,
  type ScriptedReply,
} from '../../examples/deepseek-server/index.ts';
import type { BoundTodoTool } from '../../src/index.ts';
import { checkedKit, todos } from '../support/kit.ts';

let server: DeepSeekServer;
afterEach(() => server.close());

const loop = { prompt: 'Plan the trip.', stopWhen: isStepCount(20), maxRetries: 0 };
type Run = (
  model: ReturnType<typeof deepSeek>,
  tools: { todo_write: BoundTodoTool },
) => Promise<string>;

const deepSeek = (modelId = 'deepseek-chat') =>
  createDeepSeek({ apiKey: 'loopback', baseURL: server.url })(modelId);

const runs: Record<string, Run> = {
  generateText: async (model, tools) => (await generateText({ model, tools, ...loop })).text,
  streamText: async (model, tools) => streamText({ model, tools, ...loop }).text,
};

const planCall = (list: unknown): ScriptedReply => ({
  reasoning: 'A plan helps.',
  toolCalls: [{ name: 'todo_write', arguments: typeof list === 'string' ? list : { todos: list } }],
});

/** Lets the model make these calls one step after the other, and answers what it reads after each. */
async function readByModel(run: Run, replies: ScriptedReply[], options = {}) {
  server = await startDeepSeekServer({ script: [...replies, { text: 'All planned.' }] });
  const kit = checkedKit(options);
  const session = kit.session('chat');
  const text = await session.runTurn((turn) => run(deepSeek(), turn.tools));
  const results = toolResults(server.requests.at(-1)!).map(({ content }) => content);
  return { kit, session, text, results };
}

describe.each(Object.entries(runs))('through %s, the model', (_name, run) => {
  it('reads one line of counts for an accepted call', async () => {
    const list = todos('Pick a harbour+', 'Buy tickets*', 'Pack');
    const { results, session } = await readByModel(run, [planCall(list)]);
    expect(results).toEqual(['Updated todo list: 1 pending, 1 in progress, 1 completed.']);
    expect((await session.plan()).todos).toEqual(list);
  });

  it('reads each refusal word for word, goes on, and succeeds with a corrected call', async () => {
    const { results, session, text } = await readByModel(run, [
      planCall([{ content: ' ', status: 'pending' }]),
      planCall(todos('A', 'A')),
      planCall(todos('A*', 'B*')),
      planCall(JSON.stringify({ todos: JSON.stringify(todos('A')) })),
      planCall([{ content: 'A', status: 'done' }]),
      planCall([{ content: 'A', status: 'pending', id: '1', priority: 'high' }, 42]),
      planCall(todos('A*', 'B')),
    ]);
    expect(results).toEqual([
      'Error: invalid todo: `content` must be a non-empty string',
      'Error: invalid todos: duplicate content "A"',
      'Error: invalid todos: at most one task may be in_progress (got 2)',
      'Error: invalid todos: `todos` must be a list, got text; send a list such as [{"content":"Draft the outline","status":"pending"}]',
      'Error: invalid todo: `todos[0].status` must be one of pending, in_progress, completed (got "done")',
      [
        'Error: invalid todo: `todos[0]` has unknown keys "id", "priority"; the only keys are content and status',
        'todos[0]: has unknown keys "id", "priority"; the only keys are content and status',
        'todos[1]: must be an object with content and status, got a number',
      ].join('\n'),
      'Updated todo list: 1 pending, 1 in progress, 0 completed.',
    ]);
    expect(text).toBe('All planned.');
    expect((await session.plan()).todos).toEqual(todos('A*', 'B'));
  });

  it('reads the fixed line where there is no session, and nothing throws', async () => {
    server = await startDeepSeekServer({
      script: [planCall(todos('A')), { text: 'Without a plan.' }],
    });
    const { tools, store } = checkedKit();
    const text = await run(deepSeek(), tools as unknown as { todo_write: BoundTodoTool }); // no context on purpose
    expect(text).toBe('Without a plan.');
    expect(toolResults(server.requests.at(-1)!)[0]?.content).toBe(
      'Error: todo_write requires an owning agent session',
    );
    expect(await store.list()).toEqual({ sessions: [] });
  });

  it('can go on after arguments that were cut off: they come back as an object', async () => {
    const cut: ScriptedReply = {
      reasoning: 'Hm.',
      toolCalls: [{ name: 'todo_write', arguments: '{"todos":[{"content":"A"' }],
    };
    const { text, results, session } = await readByModel(run, [cut, planCall(todos('A'))]);
    expect(server.refusals).toEqual([]);
    const [broken] = toolResults(server.requests.at(-1)!);
    expect(broken?.arguments).toBe('{}');
    expect(broken?.content).toMatch(
      /^Invalid input for tool todo_write|^AI_InvalidToolInputError|^Error/,
    );
    expect(results[1]).toBe('Updated todo list: 1 pending, 0 in progress, 0 completed.');
    expect(text).toBe('All planned.');
    expect((await session.plan()).todos).toEqual(todos('A'));
  });

  it('sees the same bytes of the tool in every request of every session, whatever zod the host uses', async () => {
    const definitions = new Set<string>();
    for (const options of [{}, { limits: { maxTodos: 3 } }, { validate: () => undefined }]) {
      await readByModel(run, [planCall(todos('A')), planCall(todos('A', 'B'))], options);
      for (const request of server.requests) {
        const definition = JSON.stringify(request.body.tools);
        expect(request.text).toContain(definition); // so these are the bytes that were sent
        definitions.add(definition);
      }
      await server.close();
    }
    expect(definitions.size).toBe(1);
  });

  it('keeps its reasoning in the history, also on models that refuse to go on without', async () => {
    server = await startDeepSeekServer({ script: [planCall(todos('A')), { text: 'Fine.' }] });
    const session = checkedKit().session('chat');
    const text = await session.runTurn((turn) => run(deepSeek('deepseek-v4-pro'), turn.tools));
    expect(text).toBe('Fine.');
    expect(server.refusals).toEqual([]);
    const assistant = server.requests[1]?.body.messages.find(({ role }) => role === 'assistant');
    expect(assistant).toMatchObject({ reasoning_content: 'A plan helps.' });
  });
});
