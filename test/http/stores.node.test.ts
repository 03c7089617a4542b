import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/open/index.ts';
import type { SessionStore } from '../../src/index.ts';
import { redisMissing, startRedis } from '../redis/support/redis-server.ts';
import { checkedKit, todos, write } from '../support/kit.ts';
import { readFrames } from './frames.ts';
import { openRoute, planRequest, streamRequest } from './routes.ts';

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function open(url: string): Promise<SessionStore> {
  const store = await openStore(url, { timeoutMs: 1_000, keyPrefix: 'web-test:' });
  cleanups.push(() => store.close());
  return store;
}

async function folderUrl(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'http-stores-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return `file:${folder}`;
}

async function redisUrl(): Promise<string> {
  const server = await startRedis();
  cleanups.push(() => server.stop());
  return server.url;
}

describe.each([
  ['files', folderUrl, undefined],
  ['Redis', redisUrl, redisMissing()],
])('a route over %s', (_, makeUrl, missing) => {
  it.skipIf(missing)('shows what another process writes, each change once', async () => {
    const url = await makeUrl();
    const route = openRoute({ store: await open(url) });
    const { ids, frames, cancel } = readFrames(await route.GET(streamRequest()));
    await expect.poll(ids).toEqual(['-1']);
    const elsewhere = checkedKit({ store: await open(url) }).session('chat');
    const turn = await elsewhere.startTurn();
    await write(turn.tools.todo_write, todos('A*', 'B'));
    await turn.end();
    await expect.poll(ids).toEqual(['-1', '0', '1', '2']);
    expect(frames.at(-1)?.plan).toEqual(await elsewhere.plan());
    expect(await (await route.GET(planRequest())).json()).toEqual(await elsewhere.plan());
    await cancel();
  });
});

it.each([planRequest, streamRequest])(
  'a route over a Redis that is away says so, and nothing of where it is',
  async (request) => {
    const { GET, errors } = openRoute({ store: await open('redis://:secret@127.0.0.1:1') });
    const response = await GET(request());
    expect(response.status).toBe(503);
    const text = await response.text();
    expect(JSON.parse(text)).toEqual({
      code: 'store_unavailable',
      message: 'The plan cannot be read right now. Try again.',
    });
    expect(errors).toHaveLength(1);
  },
);
