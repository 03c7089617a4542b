import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { serve } from '../../examples/node-http/serve.ts';
import { todos, write } from '../support/kit.ts';
import { countingStore, openRoute } from './routes.ts';

const servers: Server[] = [];

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return `http://127.0.0.1:${port}`;
}

/** A proxy as it stands before many applications: it gzips, and so collects, what does not ask it to keep out. */
function compressingProxy(target: string): Server {
  return createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, 'accept-encoding': 'gzip' };
    const upstream = get(`${target}${incoming.url ?? ''}`, { headers }, (response) => {
      const { 'cache-control': caching = '' } = response.headers;
      const compresses = !caching.includes('no-transform');
      outgoing.writeHead(response.statusCode ?? 502, {
        ...response.headers,
        ...(compresses ? { 'content-encoding': 'gzip' } : {}),
      });
      outgoing.flushHeaders();
      if (compresses) response.pipe(createGzip()).pipe(outgoing);
      else response.pipe(outgoing);
    });
    upstream.on('error', () => outgoing.destroy());
    outgoing.once('close', () => upstream.destroy());
  });
}

/** Follows a plan over the network, and notes each piece of the body as it arrives. */
async function follow(url: string) {
  const request = get(url, { headers: { accept: 'text/event-stream' } });
  request.on('error', () => {});
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const pieces: string[] = [];
  response.on('data', (piece: Buffer) => pieces.push(piece.toString()));
  response.on('error', () => {});
  return { request, response, pieces };
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

it('each event arrives alone, also through a server that compresses', async () => {
  const { GET, session } = openRoute();
  const url = await listen(compressingProxy(await listen(serve((request) => GET(request)))));
  const { response, pieces } = await follow(`${url}/chat`);
  expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  expect(response.headers['content-encoding']).toBeUndefined();
  expect(response.headers['content-length']).toBeUndefined();
  await expect.poll(() => pieces.length).toBe(1);
  const { tools } = await session.startTurn();
  await expect.poll(() => pieces.length).toBe(2);
  await write(tools.todo_write, todos('A'));
  await expect.poll(() => pieces.length).toBe(3);
  expect(pieces.map((piece) => /^id: (-?\d+)\ndata: .*\n\n$/.exec(piece)?.[1])).toEqual([
    '-1',
    '0',
    '1',
  ]);
});

it('a proxy like this one does hold back what is not marked', async () => {
  const unmarked = createServer((_, outgoing) => {
    outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('id: 1\ndata: {}\n\n');
    setTimeout(() => outgoing.end(), 100);
  });
  const { response } = await follow(await listen(compressingProxy(await listen(unmarked))));
  expect(response.headers['content-encoding']).toBe('gzip');
});

it('a hundred clients whose connections break leave no follower', async () => {
  const { store, counts } = countingStore();
  const { GET } = openRoute({ store });
  const url = await listen(serve((request) => GET(request)));
  const clients = await Promise.all(Array.from({ length: 100 }, () => follow(`${url}/chat`)));
  await expect.poll(() => counts.watchers).toBe(1);
  for (const { request } of clients) request.destroy();
  await expect.poll(() => counts.watchers, { timeout: 5000 }).toBe(0);
});
