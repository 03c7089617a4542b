import { generateText, isStepCount, streamText } from 'ai';
import { describe, expect, it } from 'vitest';
import { checkedKit, checkedStore, outline, todos } from '../support/kit.ts';
import { callTools, generatingModel, say, streamingModel } from '../support/model.ts';
import { wrapStore } from '../support/stores.ts';

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

  it.each([
    [
      'a result of streamText',
      () => streamText({ model: streamingModel(say('Hi')), prompt: 'Hi' }),
    ],
    ['a stream', () => streamText({ model: streamingModel(say('Hi')), prompt: 'Hi' }).textStream],
    [
      'a streaming response',
      () =>
        new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } }),
    ],
    [
      'an async generator',
      async function* () {
        yield 1;
      },
    ],
    ['an object with a stream', () => ({ stream: new ReadableStream() })],
  ])('refuses %s that is still running, and points to endWith', async (_name, start) => {
    const kit = checkedKit();
    const run = kit.session('chat').runTurn(async () => start());
    await expect(run).rejects.toThrow(/still running.*turn\.endWith/);
    expect(await outline(kit, 'chat')).toEqual(['turn/start', 'turn/end:error']);
  });

  it('takes a result of streamText that was read to its end', async () => {
    const kit = checkedKit();
    const result = await kit.session('chat').runTurn(async () => {
      const running = streamText({ model: streamingModel(say('Hi')), prompt: 'Hi' });
      await running.text;
      return running;
    });
    expect(await result.text).toBe('Hi');
    expect(await outline(kit, 'chat')).toEqual(['turn/start', 'turn/end:completed']);
  });
});

describe('a run of generateText', () => {
  it('that fails in step 2 leaves the plan of step 1, its turn ended as error', async () => {
    const kit = checkedKit();
    const session = kit.session('chat');
    const run = session.runTurn(({ tools }) =>
      generateText({
        model: generatingModel(callTools(), new Error('model is down')),
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
