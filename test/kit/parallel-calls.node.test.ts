import { createDeepSeek } from '@ai-sdk/deepseek';
import { generateText, isStepCount, streamText } from 'ai';
import { describe, expect, it } from 'vitest';
import { startDeepSeekServer, toolResults } from '../../examples/deepseek-server/index.ts';
import { checkedKit, checkedStore, eventsOf, todos } from '../support/kit.ts';
import { slowStore } from '../support/stores.ts';

const RUNS = 100;

describe.each([2, 5])('%i calls in one step over a store that delays at random', (count) => {
  const lists = Array.from({ length: count }, (_, i) => todos(`List ${i}*`, 'Both', `Only ${i}`));
  const toolCalls = lists.map((list) => ({ name: 'todo_write', arguments: { todos: list } }));

  it.each(['generateText', 'streamText'] as const)(
    `stand in the log in the order of the calls, each with its own result, through %s (${RUNS} runs)`,
    async (how) => {
      const server = await startDeepSeekServer({
        script: ({ body }) =>
          body.messages.at(-1)?.role === 'tool' ? { text: 'ok' } : { reasoning: 'go', toolCalls },
      });
      const model = createDeepSeek({ apiKey: 'loopback', baseURL: server.url })('deepseek-chat');
      const kit = checkedKit({ store: slowStore(checkedStore()) });
      try {
        for (let run = 0; run < RUNS; run += 1) {
          const id = `run-${run}`;
          await kit.session(id).runTurn(async ({ tools }) => {
            const options = { model, tools, prompt: 'Plan.', stopWhen: isStepCount(3) };
            await (how === 'generateText' ? generateText(options) : streamText(options).text);
          });
          const written = (await eventsOf(kit, id)).filter(({ type }) => type === 'todo/write');
          expect(written.map(({ data }) => data)).toEqual(lists.map((list) => ({ todos: list })));
          expect((await kit.session(id).plan()).todos).toEqual(lists.at(-1));
          const results = toolResults(server.requests.at(-1)!);
          expect(results.map(({ content }) => content)).toEqual(
            lists.map(() => 'Updated todo list: 2 pending, 1 in progress, 0 completed.'),
          );
        }
      } finally {
        await server.close();
      }
    },
    60_000,
  );
});

describe('calls side by side', () => {
  it('keep their order when one of them is refused', async () => {
    const kit = checkedKit({ store: slowStore(checkedStore()) });
    const { tools } = await kit.session('chat').startTurn();
    const send = (list: unknown, toolCallId: string) =>
      tools.todo_write.execute({ todos: list } as never, {
        toolCallId,
        messages: [],
        context: undefined,
      });
    const results = await Promise.allSettled([
      send(todos('A'), '1'),
      send(todos('A', 'A'), '2'),
      send(todos('B'), '3'),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await kit.session('chat').plan()).todos).toEqual(todos('B'));
  });

  it('of two kits on one store lose nothing', async () => {
    const store = slowStore(checkedStore());
    const kits = [checkedKit({ store }), checkedKit({ store })] as const;
    const { context } = await kits[0].session('chat').startTurn();
    const writes = Array.from({ length: 20 }, (_, i) =>
      kits[i % 2]!.tools.todo_write.execute(
        { todos: todos(`Task ${i}`) },
        { toolCallId: `${i}`, messages: [], context },
      ),
    );
    await Promise.all(writes);
    const stored = (await eventsOf(kits[0], 'chat'))
      .slice(1)
      .map(({ data }) => JSON.stringify(data));
    expect(stored.toSorted()).toEqual(
      Array.from({ length: 20 }, (_, i) =>
        JSON.stringify({ todos: todos(`Task ${i}`) }),
      ).toSorted(),
    );
  });
});
