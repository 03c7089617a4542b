import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisStore } from '../../src/redis/index.ts';
import { openClient } from './support/redis-clients.ts';
import { redisMissing, startRedis, type RedisServer } from './support/redis-server.ts';
import { note } from './support/samples.ts';

const missing = redisMissing();
const UID = 'a'.repeat(24);
const DAY = 86_400_000;

describe.skipIf(missing)('the index of sessions', () => {
  let server: RedisServer;
  let opened: Awaited<ReturnType<typeof openClient>>;
  beforeAll(async () => {
    server = await startRedis();
    opened = await openClient({ kind: 'node-redis', ports: [server.port] });
  });
  afterAll(async () => {
    await opened?.close();
    await server?.stop();
  });
  const open = (keyPrefix: string, ttl?: number) =>
    redisStore({ client: opened.client, keyPrefix, ttl });
  const entry = (id: string, time: number) => `${JSON.stringify(id)}\n${time} ${UID}`;

  it('lists no session that is gone, and drops the entries of those that are gone for long', async () => {
    const store = open('gone:');
    await store.append('here', [note()], { expectedVersion: 0 });
    const members = [entry('long gone', Date.now() - DAY), entry('just named', Date.now())];
    for (const member of [...members, 'no entry of ours']) {
      await server.admin.zadd('gone:index', '0', String(member));
    }
    expect((await store.list()).sessions.map(({ id }) => id)).toEqual(['here']);
    const left = await server.admin.zrange('gone:index', '0', '-1');
    expect(left).toContain(members[1]);
    expect(left).not.toContain(members[0]);
    expect(left).toContain('no entry of ours');
    await server.admin.zrem('gone:index', 'no entry of ours');
    for (const limit of [1, 2, 3]) {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await store.list({ limit, cursor });
        ids.push(...page.sessions.map(({ id }) => id));
        ({ cursor } = page);
      } while (cursor !== undefined);
      expect(ids).toEqual(['here']);
    }
  });

  it('does not grow for ever where sessions expire, also when nobody lists them', async () => {
    const store = open('brief:', 60_000);
    for (let n = 0; n < 60; n += 1) {
      await server.admin.zadd('brief:index', '0', entry(`expired ${n}`, Date.now() - DAY));
    }
    for (let n = 0; n < 40; n += 1) {
      await store.append(`new ${n}`, [note()], { expectedVersion: 0 });
    }
    await expect.poll(() => server.admin.zcard('brief:index')).toBeLessThan(80);
    expect((await store.list({ limit: 1000 })).sessions).toHaveLength(40);
    expect(await server.admin.zcard('brief:index')).toBe(40);
  });

  it('names a session once, however often it is deleted and made anew', async () => {
    const store = open('anew:');
    for (let n = 0; n < 5; n += 1) {
      await store.append('a', [note()], { expectedVersion: 0 });
      await store.append('a\n1', [note()], { expectedVersion: 0 });
      await store.append('a', [note()], { expectedVersion: 0 }).catch(() => {});
      expect(await server.admin.zcard('anew:index')).toBe(2);
      await store.delete('a');
      await store.delete('a\n1');
      expect((await store.list()).sessions).toEqual([]);
    }
  });

  it('has a session of two that are created at once, whoever wins', async () => {
    for (let round = 0; round < 20; round += 1) {
      const store = open(`race ${round}:`);
      await Promise.allSettled(
        Array.from({ length: 5 }, () => store.append('a', [note()], { expectedVersion: 0 })),
      );
      expect((await store.list()).sessions.map(({ id }) => id)).toEqual(['a']);
    }
  });
});
