import { jsonSchema } from 'ai';
import { describe, expect, it } from 'vitest';
import { z as zod3 } from 'zod/v3';
import { z as zod4 } from 'zod/v4';
import type { TodoKitOptions } from '../../src/index.ts';
import { checkedKit, todos } from '../support/kit.ts';
import type { ScriptedAnswer } from './provider-server.ts';
import { providers, ways, type Provider, type Way } from './providers.ts';
import { callWith, done, entriesOf, resultsOf, runProvider } from './run-provider.ts';

const everyWay = providers.flatMap((provider) => ways.map((way) => ({ ...provider, way })));

const EXAMPLE = '[{"content":"Draft the outline","status":"pending"}]';
const STATUSES = 'pending, in_progress, completed';
const earlier = todos('Before*');
const COUNTS = 'Updated todo list: 0 pending, 1 in progress, 0 completed.';

/** Writes a plan, lets the model make these calls one after the other, and looks at the last request. */
async function replay(
  provider: Provider & { readonly way: Way },
  calls: readonly ScriptedAnswer[],
  options: Partial<TodoKitOptions> = {},
) {
  const session = checkedKit(options).session('chat');
  const script = [callWith({ todos: earlier }), ...calls, done];
  const run = await session.runTurn(({ tools }) =>
    runProvider(provider, provider.way, tools, script),
  );
  expect(run.refusals).toEqual([]);
  expect(run.text).toBe('All planned.');
  const last = run.requests.at(-1);
  const [first, ...results] = resultsOf(last);
  expect(first).toBe(COUNTS);
  const inputs = entriesOf(last, 'call')
    .slice(1)
    .map(({ input }) => input);
  return { session, results, inputs, stored: (await session.plan()).todos };
}

describe.each(everyWay)('$name, asked through $way,', (provider) => {
  it('A-01: reads that text came where a list is wanted, and sees its call as it made it', async () => {
    const values = [JSON.stringify(todos('Draft outline')), '', 'Draft outline', {}, null, 7];
    const calls = values.map((value) => callWith({ todos: value }));
    const { results, inputs, stored } = await replay(provider, calls);
    const kinds = ['text', 'text', 'text', 'an object', 'null', 'a number'];
    expect(results).toEqual(
      kinds.map(
        (kind) =>
          `Error: invalid todos: \`todos\` must be a list, got ${kind}; send a list such as ${EXAMPLE}`,
      ),
    );
    expect(inputs).toEqual(values.map((value) => ({ todos: value })));
    expect(stored).toEqual(earlier);
  });

  it('A-01: has the text read where the kit was asked to, once and only whole, with the full rules', async () => {
    const list = todos('Draft outline', 'Write*');
    const texts = [
      JSON.stringify(list),
      JSON.stringify([{ content: 'A', status: 'Done' }]),
      JSON.stringify(JSON.stringify(list)),
      JSON.stringify(list).slice(0, -1),
    ];
    const calls = texts.map((value) => callWith({ todos: value }));
    const { results, inputs, stored } = await replay(provider, calls, { acceptJsonText: true });
    expect(results[0]).toBe('Updated todo list: 1 pending, 1 in progress, 0 completed.');
    expect(results[1]).toBe(
      `Error: invalid todo: \`todos[0].status\` must be one of ${STATUSES} (got "Done")`,
    );
    for (const result of results.slice(2)) expect(result).toMatch(/must be a list, got text/);
    expect(inputs).toEqual(texts.map((value) => ({ todos: value })));
    expect(stored).toEqual(list);
  });

  it('A-03: reads place, value and the three statuses of each it made up, and keeps the earlier plan', async () => {
    const made = [
      'done',
      'Done',
      'in-progress',
      'IN_PROGRESS',
      'cancelled',
      'failed',
      ' completed ',
      '',
      undefined,
      null,
    ];
    const got = (status: unknown) =>
      status === undefined ? 'nothing (it is missing)' : JSON.stringify(status);
    const lists = made.map((status) => [...todos('A'), { content: 'B', status }, ...todos('C*')]);
    const each = lists.map((list) => callWith({ todos: list }));
    const all = callWith({ todos: made.map((status, i) => ({ content: `Task ${i}`, status })) });
    const { results, stored } = await replay(provider, [...each, all]);
    expect(results.slice(0, -1)).toEqual(
      made.map(
        (status) =>
          `Error: invalid todo: \`todos[1].status\` must be one of ${STATUSES} (got ${got(status)})`,
      ),
    );
    expect(results.at(-1)?.split('\n').slice(1)).toEqual(
      made.map(
        (status, i) => `todos[${i}]: \`status\` must be one of ${STATUSES} (got ${got(status)})`,
      ),
    );
    expect(stored).toEqual(earlier);
  });

  it('B-15: gets the reasoning of each earlier step back', async () => {
    const { requests, refusals } = await checkedKit()
      .session('chat')
      .runTurn(({ tools }) =>
        runProvider(provider, provider.way, tools, [
          callWith({ todos: todos('A*', 'B') }, 'First a plan.'),
          callWith({ todos: todos('A') }, 'A waits.'),
          done,
        ]),
      );
    expect(refusals).toEqual([]);
    const marks = { text: ['First a plan.', 'A waits.'], id: ['rs_0', 'rs_1'], never: [] };
    const { reasoning = 'text' } = provider;
    expect(
      requests.map((request) => entriesOf(request, 'reasoning').map(({ mark }) => mark)),
    ).toEqual(requests.map((_, step) => marks[reasoning].slice(0, step)));
  });

  it('B-12: is sent the same schema beside tools of zod 3, of zod 4 and of no zod', async () => {
    const city = { type: 'object', properties: { city: { type: 'string' } } } as const;
    const hosts = [
      zod3.object({ city: zod3.string() }),
      zod4.object({ city: zod4.string() }),
      jsonSchema(city),
    ];
    const sent = await Promise.all(
      hosts.map(async (inputSchema) => {
        const { tools } = checkedKit();
        const weather = { description: 'The weather', inputSchema };
        const { requests } = await runProvider(
          provider,
          provider.way,
          { todo_write: tools.todo_write, weather },
          [done],
        );
        const todoTool = requests[0]?.tools.find(({ name }) => name === 'todo_write');
        return JSON.stringify(todoTool);
      }),
    );
    expect(new Set(sent).size).toBe(1);
    expect(JSON.parse(sent[0] ?? '')).toMatchObject({
      parameters: {
        type: 'object',
        properties: { todos: { type: 'array', items: { type: 'object' } } },
      },
    });
  });
});

describe.each(everyWay.filter(({ way, textArguments = ways }) => textArguments.includes(way)))(
  '$name, asked through $way,',
  (provider) => {
    it('B-03: gets an object and an error in place of arguments that are none, and goes on', async () => {
      const broken = ['{"todos":[{"content":"A"', '{"todos":[]}}', 'todos', '['];
      const others = {
        'a list': JSON.stringify(todos('A')),
        text: JSON.stringify(JSON.stringify({ todos: todos('A') })),
        null: 'null',
        'a number': '7',
        'a boolean': 'true',
      };
      const calls = [...broken, ...Object.values(others)].map((json) => callWith(json));
      const { results, inputs, stored } = await replay(provider, calls);
      expect(inputs).toEqual(calls.map(() => ({})));
      for (const result of results.slice(0, broken.length)) {
        expect(result).toMatch(/Invalid input for tool todo_write: .*JSON parsing failed/);
      }
      expect(results.slice(broken.length)).toEqual(
        Object.keys(others).map(
          (kind) =>
            `Error: invalid todos: the input must be an object with one key, \`todos\`; got ${kind}, send {"todos":${EXAMPLE}}`,
        ),
      );
      expect(stored).toEqual(earlier);
    });

    it('B-03: reads that the list is missing where the arguments are empty', async () => {
      const { results, inputs } = await replay(
        provider,
        ['{}', '', ' '].map((json) => callWith(json)),
      );
      expect(inputs).toEqual([{}, {}, {}]);
      for (const result of results) expect(result).toMatch(/got nothing \(it is missing\)/);
    });
  },
);
