import { generateText, isStepCount, streamText, simulateReadableStream } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { TodoError } from '../../src/index.ts';
import { checkedKit, checkedStore, outline, todos, write } from '../support/kit.ts';
import { wrapStore } from '../support/stores.ts';

describe('starting a turn', () => {
  it('numbers the turns of a session from 1 and clears the plan', async () => {
    const session = checkedKit().session('chat');
    const first = await session.startTurn();
    await write(first.tools.todo_write, todos('A*'));
    await first.end();
    expect(await session.plan()).toEqual({
      todos: todos('A*'),
      counts: { pending: 0, inProgress: 1, completed: 0 },
      asOfSeq: 2,
      turn: { number: 1, open: false },
    });
    const second = await session.startTurn();
    expect([first.number, second.number]).toEqual([1, 2]);
    expect(await session.plan()).toEqual({
      todos: null,
      counts: { pending: 0, inProgress: 0, completed: 0 },
      asOfSeq: 3,
      turn: { number: 2, open: true },
    });
  });

  it('closes a turn that is still open, in the same append', async () => {
    const kit = checkedKit();
    await kit.session('chat').startTurn();
    await kit.session('chat').startTurn();
    const slice = await kit.store.read('chat');
    expect(slice?.events.map(({ type, more }) => [type, more])).toEqual([
      ['turn/start', undefined],
      ['turn/end', true],
      ['turn/start', undefined],
    ]);
  });

  it("is refused with ifOpen 'reject' while a turn is open, and goes on when it has ended", async () => {
    const kit = checkedKit();
    const session = kit.session('chat');
    const first = await session.startTurn({ ifOpen: 'reject' });
    const error = await session.startTurn({ ifOpen: 'reject' }).catch((thrown: unknown) => thrown);
    expect(TodoError.isInstance(error) && error.code).toBe('turn_conflict');
    expect(String(error)).toMatch(/Turn 1 of session "chat" is still open/);
    await first.end();
    expect((await session.startTurn({ ifOpen: 'reject' })).number).toBe(2);
    expect(await outline(kit, 'chat')).toEqual(['turn/start', 'turn/end:completed', 'turn/start']);
  });

  it('leaves exactly one open however many start at once', async () => {
    const store = checkedStore();
    const turns = await Promise.all(
      Array.from({ length: 10 }, () => checkedKit({ store }).session('chat').startTurn()),
    );
    const numbers = turns.map(({ number }) => number);
    expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const writes = await Promise.allSettled(
      turns.map(({ tools, number }) => write(tools.todo_write, todos(`Turn ${number}`))),
    );
    expect(writes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await checkedKit({ store }).session('chat').plan()).todos).toEqual(todos('Turn 10'));
  });

  it('throws what the store throws, and an abort before it begins', async () => {
    const store = wrapStore(checkedStore(), {
      append: () => Promise.reject(new TodoError('store_unavailable', 'away')),
    });
    await expect(checkedKit({ store }).session('chat').startTurn()).rejects.toThrow('away');
    const signal = AbortSignal.abort(new Error('enough'));
    const kit = checkedKit();
    await expect(kit.session('chat').startTurn({ signal })).rejects.toThrow('enough');
    expect(await kit.store.list()).toEqual({ sessions: [] });
  });
});

describe('ending a turn', () => {
  it.each(['completed', 'aborted', 'error', 'interrupted'] as const)('as %s', async (kind) => {
    const kit = checkedKit();
    const turn = await kit.session('chat').startTurn();
    await turn.end(kind);
    expect(await outline(kit, 'chat')).toEqual(['turn/start', `turn/end:${kind}`]);
  });

  it('counts once', async () => {
    const kit = checkedKit();
    const turn = await kit.session('chat').startTurn();
    await Promise.all([turn.end('aborted'), turn.end('completed'), turn.end('error')]);
    await turn.end();
    expect(await outline(kit, 'chat')).toHaveLength(2);
  });

  it('does nothing to the turn that took over', async () => {
    const kit = checkedKit();
    const first = await kit.session('chat').startTurn();
    await kit.session('chat').startTurn();
    await first.end();
    expect((await kit.session('chat').plan()).turn).toEqual({ number: 2, open: true });
  });

  it('rejects when the store fails, and the next turn repairs it', async () => {
    const inner = checkedStore();
    let away = false;
    const store = wrapStore(inner, {
      append: (...args) =>
        away ? Promise.reject(new TodoError('store_unavailable', 'away')) : inner.append(...args),
    });
    const kit = checkedKit({ store });
    const turn = await kit.session('chat').startTurn();
    away = true;
    await expect(turn.end()).rejects.toThrow('away');
    away = false;
    await kit.session('chat').startTurn();
    expect(await outline(kit, 'chat')).toEqual([
      'turn/start',
      'turn/end:interrupted',
      'turn/start',
    ]);
  });

  it('by leaving its block: interrupted, unless it was ended before', async () => {
    const kit = checkedKit();
    {
      await using turn = await kit.session('left').startTurn();
      await write(turn.tools.todo_write, todos('A'));
    }
    {
      await using turn = await kit.session('ended').startTurn();
      await turn.end();
    }
    expect(await outline(kit, 'left')).toEqual([
      'turn/start',
      'todo/write',
      'turn/end:interrupted',
    ]);
    expect(await outline(kit, 'ended')).toEqual(['turn/start', 'turn/end:completed']);
  });

  it('by leaving its block while the store is away: reported, and what the block threw comes through', async () => {
    const inner = checkedStore();
    let away = false;
    const store = wrapStore(inner, {
      append: (...args) => (away ? Promise.reject(new Error('away')) : inner.append(...args)),
    });
    const reported: unknown[] = [];
    const kit = checkedKit({ store, onError: (...args) => void reported.push(args) });
    const block = async () => {
      await using _turn = await kit.session('chat').startTurn();
      away = true;
      throw new Error('from the block');
    };
    await expect(block()).rejects.toThrow('from the block');
    expect(reported).toEqual([[new Error('away'), { during: 'turn/end', sessionId: 'chat' }]]);
  });
});

describe('runTurn', () => {
  it('ends the turn as completed and gives the result back', async () => {
    const kit = checkedKit();
    const result = await kit.session('chat').runTurn(async (turn) => turn.number);
    expect(result).toBe(1);
    expect(await outline(kit, 'chat')).toEqual(['turn/start', 'turn/end:completed']);
  });

  it.each([
    ['error', new Error('broken')],
    ['aborted', new DOMException('stopped', 'AbortError')],
  ])('ends it as %s and throws what was thrown', async (kind, error) => {
    const kit = checkedKit();
    const run = kit.session('chat').runTurn(() => Promise.reject(error));
    await expect(run).rejects.toBe(error);
    expect(await outline(kit, 'chat')).toEqual(['turn/start', `turn/end:${kind}`]);
  });

  it('ends it as aborted once its signal has aborted, whatever came of it', async () => {
    for (const outcome of ['returns', 'throws'] as const) {
      const kit = checkedKit();
      const stop = new AbortController();
      const run = kit.session('chat').runTurn(
        async () => {
          stop.abort();
          if (outcome === 'throws') throw new Error('odd');
          return 'late';
        },
        { signal: stop.signal },
      );
      await run.catch(() => {});
      expect(await outline(kit, 'chat')).toEqual(['turn/start', 'turn/end:aborted']);
    }
  });

  it('gives the result back also when the end of the turn cannot be stored', async () => {
    const inner = checkedStore();
    const store = wrapStore(inner, {
      append: (id, events, options) =>
        events.some(({ type }) => type === 'turn/end')
          ? Promise.reject(new Error('away'))
          : inner.append(id, events, options),
    });
    const reported: unknown[] = [];
    const kit = checkedKit({ store, onError: (error) => void reported.push(error) });
    expect(await kit.session('chat').runTurn(async () => 'done')).toBe('done');
    expect(reported).toEqual([new Error('away')]);
  });

  const textModel = () =>
    new MockLanguageModelV4({
      doStream: async () => ({
        stream: simulateReadableStream({
          chunks: [
            { type: 'text-start' as const, id: '1' },
            { type: 'text-delta' as const, id: '1', delta: 'Hi' },
            { type: 'text-end' as const, id: '1' },
            {
              type: 'finish' as const,
              finishReason: { unified: 'stop' as const, raw: undefined },
              usage: {
                inputTokens: {
                  total: 1,
                  noCache: undefined,
                  cacheRead: undefined,
                  cacheWrite: undefined,
                },
                outputTokens: { total: 1, text: undefined, reasoning: undefined },
              },
            },
          ],
          chunkDelayInMs: 2,
        }),
      }),
    });

  it.each([
    ['a result of streamText', () => streamText({ model: textModel(), prompt: 'Hi' })],
    ['a stream', () => streamText({ model: textModel(), prompt: 'Hi' }).textStream],
    [
      'a streaming response',
      () =>
        new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } }),
    ],
  ])('refuses %s that is still running, and points to endWith', async (_name, start) => {
    const kit = checkedKit();
    const run = kit.session('chat').runTurn(async () => start());
    await expect(run).rejects.toThrow(/still running.*turn\.endWith/);
    expect(await outline(kit, 'chat')).toEqual(['turn/start', 'turn/end:error']);
  });

  it('takes a result of streamText that was read to its end', async () => {
    const kit = checkedKit();
    const result = await kit.session('chat').runTurn(async () => {
      const running = streamText({ model: textModel(), prompt: 'Hi' });
      await running.text;
      return running;
    });
    expect(await result.text).toBe('Hi');
    expect(await outline(kit, 'chat')).toEqual(['turn/start', 'turn/end:completed']);
  });
});

describe('a run of generateText', () => {
  const failing = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      if (prompt.at(-1)?.role === 'tool') throw new Error('model is down');
      return {
        content: [
          {
            type: 'tool-call',
            toolCallId: 'c1',
            toolName: 'todo_write',
            input: JSON.stringify({ todos: todos('A*') }),
          },
        ],
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage: {
          inputTokens: {
            total: 1,
            noCache: undefined,
            cacheRead: undefined,
            cacheWrite: undefined,
          },
          outputTokens: { total: 1, text: undefined, reasoning: undefined },
        },
        warnings: [],
      };
    },
  });

  it('that fails in step 2 leaves the plan of step 1, its turn ended as error', async () => {
    const kit = checkedKit();
    const session = kit.session('chat');
    const run = session.runTurn(({ tools }) =>
      generateText({
        model: failing,
        tools,
        prompt: 'x',
        stopWhen: isStepCount(5),
        maxRetries: 0,
      }),
    );
    await expect(run).rejects.toThrow('model is down');
    expect(await session.plan()).toMatchObject({
      todos: todos('A*'),
      turn: { number: 1, open: false },
    });
    expect(await outline(kit, 'chat')).toEqual(['turn/start', 'todo/write', 'turn/end:error']);
  });
});
