import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { serve } from '../../examples/node-http/serve.ts';
import { todos, write } from '../support/kit.ts';
import { countingStore, openRoute } from '../http/routes.ts';
import { follow } from './feeds.ts';

it('a feed follows a route over the network, through a restart of the server, each change once', async () => {
  const { store, counts } = countingStore();
  const { GET, session } = openRoute({ store });
  let server = serve((request) => GET(request)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe

  const { feed, seqs, unsubscribe } = follow({ url: `http://127.0.0.1:${port}/chat` });
  await expect.poll(() => seqs).toEqual([-1]);
  const { tools } = await session.startTurn();
  await write(tools.todo_write, todos('A'));
  await expect.poll(() => seqs).toEqual([-1, 0, 1]);

  server.closeAllConnections();
  server.close();
  await write(tools.todo_write, todos('B'));
  await write(tools.todo_write, todos('C'));
  server = serve((request) => GET(request)).listen(port, '127.0.0.1');
  await expect.poll(() => seqs, { timeout: 10_000 }).toEqual([-1, 0, 1, 2, 3]);
  expect(feed.getSnapshot()).toEqual(await session.plan());

  unsubscribe();
  await expect.poll(() => counts.watchers).toBe(0);
  server.closeAllConnections();
  server.close();
});
