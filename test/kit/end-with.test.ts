import { isStepCount, simulateReadableStream, streamText, tool, toUIMessageStream } from 'ai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkedKit, outline } from '../support/kit.ts';
import { drain } from '../support/streams.ts';
import { callTools, say, streamingModel } from '../support/model.ts';

async function start(options = {}) {
  const kit = checkedKit(options);
  const turn = await kit.session('chat').startTurn();
  return { kit, turn, ends: async () => (await outline(kit, 'chat')).slice(1) };
}

const run = { prompt: 'x', stopWhen: isStepCount(5), maxRetries: 0, onError: () => {} };

describe('endWith', () => {
  it('ends the turn as completed when the stream closes, with every chunk untouched', async () => {
    const { turn, ends } = await start();
    const chunks = [1, 'a', null, { type: 'text-delta' }, new Uint8Array([1])];
    const passed = await drain(
      turn.endWith(
        new ReadableStream({
          start(controller) {
            for (const chunk of chunks) controller.enqueue(chunk);
            controller.close();
          },
        }),
      ),
    );
    passed.forEach((chunk, i) => expect(chunk).toBe(chunks[i]));
    expect(passed).toHaveLength(chunks.length);
    expect(await ends()).toEqual(['turn/end:completed']);
  });

  it("takes streamText's stream of parts, and the UI message stream made of it", async () => {
    for (const ui of [false, true]) {
      const { turn, ends } = await start();
      const result = streamText({
        model: streamingModel(callTools(), say('Hi')),
        tools: turn.tools,
        ...run,
      });
      const stream = ui ? toUIMessageStream({ stream: result.stream }) : result.stream;
      const parts: readonly { type: string }[] = await drain<{ type: string }>(
        turn.endWith(stream),
      );
      expect(parts.map(({ type }) => type)).toContain('text-delta');
      expect(await ends()).toEqual(['todo/write', 'turn/end:completed']);
    }
  });

  it.each(['parts', 'UI chunks'])(
    'ends it as error when the model fails in step 2, told by %s that close normally',
    async (kind) => {
      const { turn, ends } = await start();
      const result = streamText({
        model: streamingModel(callTools(), new Error('model is down')),
        tools: turn.tools,
        ...run,
      });
      const { stream } = result;
      const parts = await drain<{ type: string }>(
        turn.endWith(kind === 'parts' ? stream : toUIMessageStream({ stream })),
      );
      expect(parts.map(({ type }) => type)).toContain('error');
      expect(await ends()).toEqual(['todo/write', 'turn/end:error']);
    },
  );

  it('ends it as completed after a tool failed: the model read that and went on', async () => {
    const { turn, ends } = await start();
    const broken = tool({
      inputSchema: z.object({}),
      execute: (): Promise<string> => Promise.reject(new Error('tool is down')),
    });
    const calls = [
      { toolName: 'broken', input: {} },
      { toolName: 'todo_write', input: { todos: 1 } },
    ];
    const result = streamText({
      model: streamingModel(callTools(...calls), say('Hi')),
      tools: { ...turn.tools, broken },
      ...run,
    });
    const chunks = await drain(turn.endWith(toUIMessageStream({ stream: result.stream })));
    expect(chunks.filter(({ type }) => type === 'tool-output-error')).toHaveLength(2);
    expect(await ends()).toEqual(['turn/end:completed']);
  });

  it('ends it as aborted when the run is aborted', async () => {
    const { turn, ends } = await start();
    const stop = new AbortController();
    const result = streamText({
      model: streamingModel(say('Hi')),
      abortSignal: stop.signal,
      ...run,
    });
    const types: string[] = [];
    for await (const { type } of turn.endWith(toUIMessageStream({ stream: result.stream }))) {
      types.push(type);
      if (type === 'text-delta') stop.abort();
    }
    expect(types.at(-1)).toBe('abort');
    expect(await ends()).toEqual(['turn/end:aborted']);
  });

  it.each([
    ['error', new Error('wire is cut')],
    ['aborted', new DOMException('stopped', 'AbortError')],
  ])(
    'ends it as %s when the stream itself fails, and passes the failure on',
    async (kind, error) => {
      const { turn, ends } = await start();
      const stream = turn.endWith(
        new ReadableStream({ start: (controller) => controller.error(error) }),
      );
      await expect(drain(stream)).rejects.toBe(error);
      expect(await ends()).toEqual([`turn/end:${kind}`]);
    },
  );

  it('passes a chunk on untouched, also one whose fields throw', async () => {
    const { turn, ends } = await start();
    const chunk = Object.defineProperty({}, 'type', {
      enumerable: true,
      get: () => {
        throw new Error('touched');
      },
    });
    const [passed] = await drain(turn.endWith(simulateReadableStream({ chunks: [chunk] })));
    expect(passed).toBe(chunk);
    expect(await ends()).toEqual(['turn/end:completed']);
  });

  it('goes by the first error or abort part, whatever comes later', async () => {
    for (const [parts, kind] of [
      [['abort', 'error'], 'aborted'],
      [['error', 'abort'], 'error'],
      [['tool-error', 'tool-output-error', 'finish'], 'completed'],
    ] as const) {
      const { turn, ends } = await start();
      const chunks = parts.map((type) => ({ type }));
      await drain(turn.endWith(simulateReadableStream({ chunks })));
      expect(await ends()).toEqual([`turn/end:${kind}`]);
    }
  });

  it.each(['before it reads', 'while a read waits', 'after a chunk', 'after an error part'])(
    'ends it when the reader cancels %s, and cancels the source with the same reason',
    async (when) => {
      const { turn, ends } = await start();
      let cancelledWith: unknown;
      const source = new ReadableStream({
        start(controller) {
          if (when === 'after a chunk') controller.enqueue({ type: 'start' });
          if (when === 'after an error part') controller.enqueue({ type: 'error' });
        },
        cancel(reason) {
          cancelledWith = reason;
        },
      });
      const reader = turn.endWith(source).getReader();
      if (when.startsWith('after')) await reader.read();
      const waiting = when === 'while a read waits' ? reader.read() : undefined;
      await reader.cancel('gone');
      expect(cancelledWith).toBe('gone');
      expect((await waiting)?.done ?? true).toBe(true);
      const kind = when === 'after an error part' ? 'error' : 'aborted';
      expect(await ends()).toEqual([`turn/end:${kind}`]);
    },
  );

  it('reads nothing ahead', async () => {
    const { turn } = await start();
    let pulls = 0;
    const source = new ReadableStream(
      {
        pull(controller) {
          pulls += 1;
          controller.enqueue(pulls);
        },
      },
      { highWaterMark: 0 },
    );
    const reader = turn.endWith(source).getReader();
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
    expect(pulls).toBe(0);
    expect(await reader.read()).toEqual({ done: false, value: 1 });
    expect(pulls).toBe(1);
    await reader.cancel();
  });
});
