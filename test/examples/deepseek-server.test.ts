import { createDeepSeek } from '@ai-sdk/deepseek';
import { generateText, isStepCount, streamText, tool } from 'ai';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  currentTurn,
  startDeepSeekServer,
  toolResults,
  turnNumber,
  type DeepSeekServer,
  type DeepSeekServerOptions,
} from '../../examples/deepseek-server/index.ts';

let server: DeepSeekServer;
afterEach(() => server.close());

async function start(script: DeepSeekServerOptions['script'], modelId = 'deepseek-flash') {
  server = await startDeepSeekServer({ script });
  return createDeepSeek({ apiKey: 'loopback', baseURL: server.url })(modelId);
}

async function collect<T>(stream: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const part of stream) all.push(part);
  return all;
}

const add = tool({
  description: 'Add two numbers.',
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => ({ sum: a + b }),
});
const loop = { tools: { add }, stopWhen: isStepCount(5), maxRetries: 0 };

describe('the loopback DeepSeek server', () => {
  it('answers in one piece: reasoning, text, usage and the reason for the end', async () => {
    const model = await start([{ reasoning: 'They greet me.', text: 'Hello 👋 there.' }]);
    const result = await generateText({ model, prompt: 'Hi' });
    expect(result.text).toBe('Hello 👋 there.');
    expect(result.reasoningText).toBe('They greet me.');
    expect(result.finishReason).toBe('stop');
    expect(result.usage.inputTokens).toBeGreaterThan(0);
    expect(result.usage.outputTokenDetails.reasoningTokens).toBeGreaterThan(0);
  });

  it('streams the same answer in many pieces', async () => {
    const model = await start([{ reasoning: 'They greet me.', text: 'Hello 👋 there.' }]);
    const result = streamText({ model, prompt: 'Hi' });
    const pieces = await collect(result.textStream);
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.join('')).toBe('Hello 👋 there.');
    expect(await result.reasoningText).toBe('They greet me.');
    expect(await result.finishReason).toBe('stop');
    expect((await result.usage).outputTokens).toBeGreaterThan(0);
  });

  it('carries several tool calls of one step, also streamed in small pieces', async () => {
    const model = await start([
      {
        reasoning: 'Two sums.',
        toolCalls: [
          { name: 'add', arguments: { a: 1, b: 2 } },
          { id: 'second', name: 'add', arguments: '{"a": 10, "b": 20}' },
        ],
      },
      { text: 'Done.' },
    ]);
    const result = streamText({ model, prompt: 'Add.', ...loop });
    const parts = await collect(result.stream);
    const deltas = parts.filter((part) => part.type === 'tool-input-delta');
    expect(deltas.length).toBeGreaterThan(4);
    expect(await result.text).toBe('Done.');
    expect(toolResults(server.requests[1]!)).toEqual([
      { callId: 'call_0_0', name: 'add', arguments: '{"a":1,"b":2}', content: '{"sum":3}' },
      { callId: 'second', name: 'add', arguments: '{"a":10,"b":20}', content: '{"sum":30}' },
    ]);
    expect(server.refusals).toEqual([]);
    const [first] = await result.steps;
    expect(first?.finishReason).toBe('tool-calls');
  });

  it('lets a script look at the request, and keeps the exact bytes of each one', async () => {
    const model = await start((request) => {
      const results = toolResults(currentTurn(request));
      if (results.length === 0) {
        return { toolCalls: [{ name: 'add', arguments: { a: turnNumber(request), b: 40 } }] };
      }
      return { text: `The sum is ${JSON.parse(results[0]!.content).sum}.` };
    });
    const first = await generateText({ model, prompt: 'Add.', ...loop });
    const messages = [
      { role: 'user' as const, content: 'Add.' },
      ...first.responseMessages,
      { role: 'user' as const, content: 'Again.' },
    ];
    const second = await generateText({ model, messages, ...loop });
    expect([first.text, second.text]).toEqual(['The sum is 41.', 'The sum is 42.']);
    expect(server.requests.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    for (const { text, body } of server.requests) expect(JSON.parse(text)).toEqual(body);
    const [definition] = server.requests[0]!.body.tools!;
    expect(server.requests[3]!.text).toContain(JSON.stringify(definition));
  });

  it('ends an answer with an HTTP error where the script says so', async () => {
    const model = await start([{ error: { status: 503, message: 'Overloaded.' } }]);
    const failing = generateText({ model, prompt: 'Hi', maxRetries: 0 });
    await expect(failing).rejects.toMatchObject({ statusCode: 503, message: 'Overloaded.' });
  });

  it('can fail in the middle of a stream', async () => {
    const error = { status: 503, message: 'Overloaded.', afterChunks: 3 };
    const model = await start([{ text: 'One two three four.', error }]);
    const result = streamText({ model, prompt: 'Hi', maxRetries: 0, onError() {} });
    const parts = await collect(result.stream);
    expect(parts.find((part) => part.type === 'error')).toMatchObject({
      error: { message: 'Overloaded.', statusCode: 503 },
    });
    const text = parts.flatMap((part) => (part.type === 'text-delta' ? part.text : []));
    expect(text.join('')).toBe('One two ');
  });

  it('can cut the connection in the middle of a stream', async () => {
    const model = await start([{ text: 'One two three four.', cutAfter: 3 }]);
    const result = streamText({ model, prompt: 'Hi', maxRetries: 0, onError() {} });
    let text = '';
    const reading = async () => {
      for await (const part of result.stream) if (part.type === 'text-delta') text += part.text;
    };
    await expect(reading()).rejects.toThrow('Failed to process successful response');
    expect(text).toBe('One two ');
  });

  it('can cut the connection instead of answering in one piece', async () => {
    const model = await start([{ text: 'One two.', cutAfter: 0 }]);
    const asking = generateText({ model, prompt: 'Hi', maxRetries: 0 });
    await expect(asking).rejects.toThrow('Cannot connect to API');
  });

  it('can fall silent, and frees the answer when the client leaves', async () => {
    const model = await start([{ text: 'One two three four.', hangAfter: 3 }]);
    const leave = new AbortController();
    const result = streamText({ model, prompt: 'Hi', abortSignal: leave.signal });
    for await (const part of result.stream) {
      if (part.type === 'text-delta') leave.abort();
    }
    await vi.waitFor(() => expect(server.active).toBe(0));
  });

  it('closes also while an answer hangs', async () => {
    const model = await start([{ hangAfter: 0 }]);
    const hanging = generateText({ model, prompt: 'Hi', maxRetries: 0 });
    const failure = hanging.then(undefined, (error: unknown) => error);
    await vi.waitFor(() => expect(server.active).toBe(1));
    await server.close();
    expect(server.active).toBe(0);
    expect(await failure).toBeInstanceOf(Error);
  });

  it('says at once when the script has run out', async () => {
    const model = await start([]);
    const asking = generateText({ model, prompt: 'Hi' });
    await expect(asking).rejects.toThrow('The script has 0 replies and none for request 0.');
  });

  it('says at once when the script throws', async () => {
    const model = await start(() => {
      throw new Error('No idea.');
    });
    await expect(generateText({ model, prompt: 'Hi' })).rejects.toThrow('No idea.');
  });

  it('accepts what the SDK makes of arguments that nobody can parse', async () => {
    const broken = { name: 'add', arguments: '{"a": 1, "b"' };
    const model = await start([{ reasoning: 'Hm.', toolCalls: [broken] }, { text: 'Sorry.' }]);
    const result = await generateText({ model, prompt: 'Add.', ...loop });
    expect(result.text).toBe('Sorry.');
    expect(toolResults(server.requests[1]!)[0]?.arguments).toBe('{}');
    expect(server.refusals).toEqual([]);
  });
});
