import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createDeepSeek } from '@ai-sdk/deepseek';
import { createUIMessageStreamResponse, isStepCount, streamText, toUIMessageStream } from 'ai';
import { expect, it } from 'vitest';
import { startDeepSeekServer } from '../../examples/deepseek-server/index.ts';
import { checkedKit, outline, todos } from '../support/kit.ts';

it('a client that drops the response after the first result keeps the plan, and ends the turn as aborted', async () => {
  const deepSeek = await startDeepSeekServer({
    script: ({ body }) =>
      body.messages.at(-1)?.role === 'tool'
        ? { text: 'A long answer. '.repeat(2000) }
        : {
            reasoning: 'go',
            toolCalls: [{ name: 'todo_write', arguments: { todos: todos('A*', 'B') } }],
          },
    chunkDelayMs: 1,
  });
  const model = createDeepSeek({ apiKey: 'loopback', baseURL: deepSeek.url })('deepseek-chat');
  const kit = checkedKit();
  const session = kit.session('chat');

  const server = createServer((_request, response) => {
    void (async () => {
      const turn = await session.startTurn();
      const result = streamText({
        model,
        tools: turn.tools,
        prompt: 'x',
        stopWhen: isStepCount(3),
      });
      const stream = turn.endWith(toUIMessageStream({ stream: result.stream }));
      const { body, headers } = createUIMessageStreamResponse({ stream });
      response.writeHead(200, Object.fromEntries(headers));
      // The types of the two web streams, the platform's and Node's, do not know each other.
      const source = Readable.fromWeb(body as never);
      source.on('error', () => {}); // the drop, as Node tells the source of a pipe
      source.pipe(response).on('close', () => source.destroy());
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const { port } = server.address() as AddressInfo; // a TCP server has no other kind
  const request = get({ port, host: '127.0.0.1' });
  const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
  for await (const chunk of response) {
    if (String(chunk).includes('tool-output-available')) break;
  }
  request.destroy();

  await expect
    .poll(() => outline(kit, 'chat'), { timeout: 5000 })
    .toEqual(['turn/start', 'todo/write', 'turn/end:aborted']);
  expect(await session.plan()).toMatchObject({ todos: todos('A*', 'B'), turn: { open: false } });
  server.closeAllConnections();
  server.close();
  await deepSeek.close();
});
