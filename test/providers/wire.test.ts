import { describe, expect, it } from 'vitest';
import { todoDescription, todoParameters } from '../../src/kit/todo-definition.ts';
import { checkedKit, todos } from '../support/kit.ts';
import type { ProviderRequest } from './provider-server.ts';
import { providers, ways, type Provider, type Way } from './providers.ts';
import { callWith, done, entriesOf, resultsOf, runProvider, shownRequest } from './run-provider.ts';

/** A plan, a call that is refused, and the end. */
const script = [
  callWith({ todos: todos('Pick a harbour+', 'Buy tickets*', 'Pack') }, 'A plan helps.'),
  callWith({ todos: [{ content: 'Pack', status: 'done' }] }, 'Packed.'),
  done,
];

const results = [
  'Updated todo list: 1 pending, 1 in progress, 1 completed.',
  'Error: invalid todo: `todos[0].status` must be one of pending, in_progress, completed (got "done")',
];

/** Goes through the script with a tool that is strict or not, or that does not say. */
function planWith(provider: Provider, strict: boolean | undefined, way: Way, session = 'chat') {
  return checkedKit()
    .session(session)
    .runTurn(({ tools: { todo_write } }) => {
      const tool = strict === undefined ? todo_write : { ...todo_write, strict };
      return runProvider(provider, way, { todo_write: tool }, script);
    });
}

/** What is left of a schema where its language has no word for closed objects. */
function withoutClosing(schema: object): unknown {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'additionalProperties' ? undefined : value,
    ),
  );
}

describe.each(providers)('$name', (provider) => {
  const { dialect, closes = true } = provider;

  it.each([undefined, true])('is sent these bytes with strict %s', async (strict) => {
    const { requests } = await planWith(provider, strict, 'generateText');
    expect(shownRequest(dialect, requests.at(-1)!)).toMatchSnapshot();
  });

  describe.each([undefined, false, true])('with strict %s', (strict) => {
    const run = (way: Way, session?: string) => planWith(provider, strict, way, session);

    it('gets definition, call, result and refusal, and refuses nothing', async () => {
      const { requests, refusals, text } = await run('generateText');
      expect(refusals).toEqual([]);
      expect(text).toBe('All planned.');
      const last = requests.at(-1)!;
      expect(resultsOf(last)).toEqual(results);
      expect(entriesOf(last, 'call').map(({ name, input }) => ({ name, input }))).toEqual(
        script.flatMap(({ call }) =>
          call ? [{ name: call.name, input: JSON.parse(call.json) as unknown }] : [],
        ),
      );
    });

    it('gets the whole schema: a root object, closed, everything required, the three statuses', async () => {
      const { requests } = await run('generateText');
      const [tool] = requests[0]!.tools;
      expect(tool).toMatchObject({ name: 'todo_write', description: todoDescription(false) });
      const parameters = todoParameters();
      expect(tool?.parameters).toEqual(closes ? parameters : withoutClosing(parameters));
      expect(tool?.strict ?? false).toBe(strict ?? false);
    });

    it.each(ways)('gets the same bytes of the tool in every request of %s', async (way) => {
      const runs = [await run(way), await run(way, 'other')];
      const requests = runs.flatMap((each) => each.requests);
      expect(requests).toHaveLength(6);
      const definitions = new Set(requests.map(({ body }) => JSON.stringify(body['tools'])));
      expect(definitions.size).toBe(1);
      const [definition = ''] = definitions;
      expect(requests.filter(({ text }) => !text.includes(definition))).toEqual([]);
    });

    it.each(ways)('gets with each request of %s all of the one before, unchanged', async (way) => {
      const { requests } = await run(way);
      const before = requests.slice(0, -1).map(({ entries }) => entries);
      const begins = requests.slice(1).map(({ entries }, i) => entries.slice(0, before[i]?.length));
      expect(before).toHaveLength(2);
      expect(begins).toEqual(before);
    });

    it('gets the same tool and conversation whichever way the model is called', async () => {
      const [generated, streamed] = await Promise.all(ways.map((way) => run(way)));
      const seen = ({ tools, entries }: ProviderRequest) => ({ tools, entries });
      expect(streamed?.refusals).toEqual([]);
      expect(streamed?.requests.map(seen)).toEqual(generated?.requests.map(seen));
    });
  });
});
