import { Cluster, Redis } from 'ioredis';
import { createClient, createCluster } from 'redis';
import { Redis as UpstashRedis } from '@upstash/redis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { VersionConflictError } from '../../src/core/errors.ts';
import { redisStore, type RedisClient } from '../../src/redis/index.ts';
import { follow } from '../../src/store/follow.ts';
import type { SessionStore } from '../../src/store/session-store.ts';
import { openClient } from './support/redis-clients.ts';
import {
  redisMissing,
  startRedis,
  startRedisCluster,
  type RedisCluster,
  type RedisServer,
} from './support/redis-server.ts';
import { idsOf, note } from './support/samples.ts';
import { startUpstashShim } from './support/upstash-shim.ts';

const missing = redisMissing();

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** Every key of a server with its type and content, except those that start with a prefix. */
async function contentsOf(admin: Redis, except: string): Promise<unknown[]> {
  const keys = (await admin.keys('*')).filter((key) => !key.startsWith(except)).toSorted();
  return Promise.all(
    keys.map(async (key) => [
      key,
      await admin.type(key),
      (await admin.dumpBuffer(key))?.toString('base64'),
    ]),
  );
}

async function useStore(store: SessionStore): Promise<void> {
  for (const id of ['a', 'b*', 'c?d', '[e]', '{f}', 'g h', '*']) {
    await store.append(id, [note(id)], { expectedVersion: 0 });
    await store.append(id, [note(id), note(id)], { expectedVersion: 1 });
    expect(await store.read(id)).toMatchObject({ version: 3 });
  }
  await store.append('typed', [note()], { expectedVersion: 0 }).catch(() => {});
  for (const id of ['a', 'b*', '*', 'never there', 'other', 'typed']) {
    await store.delete(id).catch(() => {});
  }
  expect((await store.list()).sessions).toHaveLength(4);
}

describe.skipIf(missing)('a server that others use too', () => {
  let server: RedisServer;
  let cluster: RedisCluster;
  beforeAll(async () => {
    [server, cluster] = await Promise.all([startRedis(), startRedisCluster()]);
  }, 30_000);
  afterAll(() => Promise.all([server?.stop(), cluster?.stop()]));

  it('keeps all that is not ours as it was', async () => {
    const { admin } = server;
    await admin.set('a', 'text');
    await admin.set('ai-sdk-todo', 'text');
    await admin.set('ours', 'text', 'PX', 600_000);
    await admin.rpush('{a}', 'x', 'y');
    await admin.rpush('ours2:{a}', 'x');
    await admin.hset('index', { a: '1' });
    await admin.zadd('other:index', 1, '"a"\n1 a');
    await admin.set('ours:{typed}', 'not a log'); // under our prefix, but none of ours
    const before = await contentsOf(admin, 'ours:');
    const { client, close } = await openClient({ kind: 'node-redis', ports: [server.port] });
    open.push(close);
    await useStore(redisStore({ client, keyPrefix: 'ours:', ttl: 60_000 }));
    expect(await contentsOf(admin, 'ours:')).toEqual(before);
    expect(await admin.get('ours:{typed}')).toBe('not a log');
    expect(await admin.pttl('ours')).toBeGreaterThan(60_000);
  });

  it('keeps stores with other prefixes apart, and other databases', async () => {
    const { client, close } = await openClient({ kind: 'ioredis', ports: [server.port] });
    const second = new Redis({ port: server.port, host: '127.0.0.1', db: 3 });
    open.push(close, () => second.disconnect());
    const stores = [
      redisStore({ client, keyPrefix: 'one:' }),
      redisStore({ client, keyPrefix: 'two:' }),
      redisStore({ client: second, keyPrefix: 'one:' }),
    ];
    for (const [n, store] of stores.entries()) {
      expect(await store.tail('same', 1)).toBeNull();
      await store.append('same', [note(n)], { expectedVersion: 0 });
    }
    for (const [n, store] of stores.entries()) {
      expect((await store.read('same'))?.events.map(({ data }) => data)).toEqual([n]);
      expect((await store.list()).sessions).toHaveLength(1);
    }
    await stores[0]?.delete('same');
    expect(await stores[0]?.read('same')).toBeNull();
    expect(await stores[1]?.read('same')).toMatchObject({ version: 1 });
    expect(await stores[2]?.read('same')).toMatchObject({ version: 1 });
  });

  const prefixed: readonly [string, string, () => Promise<RedisClient>, () => RedisServer[]][] = [
    [
      'node-redis',
      'app1:',
      async () => {
        const client = createClient({ url: server.url, keyPrefix: 'app1:' });
        open.push(() => client.destroy());
        return client.connect();
      },
      () => [server],
    ],
    [
      'ioredis',
      'app2:',
      async () => {
        const client = new Redis({ port: server.port, host: '127.0.0.1', keyPrefix: 'app2:' });
        open.push(() => client.disconnect());
        return client;
      },
      () => [server],
    ],
    [
      'node-redis cluster',
      'app3:',
      async () => {
        const rootNodes = cluster.servers.map(({ url }) => ({ url }));
        const client = createCluster({ rootNodes, keyPrefix: 'app3:' });
        open.push(() => client.destroy());
        return client.connect();
      },
      () => [...cluster.servers],
    ],
    [
      'ioredis cluster',
      'app4:',
      async () => {
        const nodes = cluster.servers.map(({ port }) => ({ port, host: '127.0.0.1' }));
        const client = new Cluster(nodes, { keyPrefix: 'app4:' });
        open.push(() => client.disconnect());
        return client;
      },
      () => [...cluster.servers],
    ],
  ];
  it.each(prefixed)(
    'takes the key prefix that a %s client has of its own',
    async (_, prefix, connect, servers) => {
      const client = await connect();
      const before = await Promise.all(servers().map(({ admin }) => contentsOf(admin, 'app')));
      const store = redisStore({ client, keyPrefix: 'todo:' });
      const controller = new AbortController();
      const seen: number[] = [];
      const following = (async () => {
        const options = { fromSeq: 0, pollMs: 600_000, signal: controller.signal };
        for await (const slice of follow(store, '{f}', options)) {
          seen.push(...(slice?.events ?? []).map(({ seq }) => seq));
        }
      })();
      await useStore(store);
      await expect.poll(() => seen, { timeout: 5_000 }).toEqual([0, 1, 2]);
      controller.abort();
      await following;
      expect(await Promise.all(servers().map(({ admin }) => contentsOf(admin, 'app')))).toEqual(
        before,
      );
      const keys = (
        await Promise.all(servers().map(({ admin }) => admin.keys(`${prefix}*`)))
      ).flat();
      expect(keys).toContain(`${prefix}todo:{%7bf%7d}`);
      expect(keys).toContain(`${prefix}todo:index`);
    },
  );

  it('lets one of two win who have read the same version, a hundred times', async () => {
    const clients = await Promise.all(
      (['node-redis', 'ioredis'] as const).map((kind) =>
        openClient({ kind, ports: [server.port] }),
      ),
    );
    open.push(...clients.map(({ close }) => close));
    const stores = clients.map(({ client }) => redisStore({ client, keyPrefix: 'race:' }));
    const stored: (string | undefined)[] = [];
    for (let round = 0; round < 100; round += 1) {
      // Both have read before either appends: else a slow one would see what the other has done.
      const tails = await Promise.all(stores.map((store) => store.tail('race', 1)));
      const expectedVersion = round;
      expect(tails.map((tail) => tail?.version ?? 0)).toEqual([round, round]);
      const outcomes = await Promise.all(
        stores.map(async (store) => {
          const event = note(round);
          try {
            await store.append('race', [event], { expectedVersion });
            return event.id;
          } catch (error) {
            if (!VersionConflictError.isInstance(error)) throw error;
            return undefined;
          }
        }),
      );
      const winners = outcomes.filter((id) => id !== undefined);
      expect(winners).toHaveLength(1);
      stored.push(...winners);
    }
    expect(idsOf((await stores[0]?.read('race'))?.events)).toEqual(stored);
  });

  it('gives texts back as they are, whatever the client would make of them', async () => {
    const redis = new Redis({ port: server.port, host: '127.0.0.1' });
    const shim = await startUpstashShim(redis);
    open.push(
      () => redis.disconnect(),
      () => shim.close(),
    );
    const bytes = createClient({
      url: server.url,
      RESP: 2,
      commandOptions: { typeMapping: { 36: Buffer } },
    });
    open.push(() => bytes.destroy());
    await bytes.connect();
    const numbers = new Redis({ port: server.port, host: '127.0.0.1', stringNumbers: true });
    open.push(() => numbers.disconnect());
    const settings = { url: shim.url, token: 'loopback' };
    const clients: readonly RedisClient[] = [
      new UpstashRedis(settings),
      new UpstashRedis({ ...settings, automaticDeserialization: false }),
      new UpstashRedis({ ...settings, responseEncoding: false, enableAutoPipelining: false }),
      bytes,
      numbers,
    ];
    const texts = [
      '12345678901234567890',
      'true',
      'null',
      '{"a":1}',
      '[1]',
      '1e3',
      '"',
      '007',
      '1.0',
      '',
    ];
    for (const [n, client] of clients.entries()) {
      const store = redisStore({ client, keyPrefix: `texts ${n}:` });
      const id = '12345678901234567890';
      const events = texts.map((text) => ({
        ...note({ text, [text]: [text] }),
        id: `id ${text}`,
        callId: text,
      }));
      const options = { expectedVersion: 0, parentSession: 'null' };
      const { uid } = await store.append(id, events, options);
      expect(await store.append(id, events, options)).toEqual({ version: events.length, uid });
      for (const slice of [
        await store.read(id),
        await store.tail(id, 99),
        await store.tail(id, 99),
      ]) {
        expect(slice?.header).toMatchObject({ id, uid, parentSession: 'null' });
        expect(slice?.events.map(({ data, callId }) => ({ data, callId }))).toEqual(
          texts.map((text) => ({ data: { text, [text]: [text] }, callId: text })),
        );
      }
      expect((await store.list()).sessions.map((session) => session.id)).toEqual([id]);
    }
  });
});
