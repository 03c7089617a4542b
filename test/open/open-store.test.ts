import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStore } from '../../src/open/index.ts';
import { bareInstall } from '../redis/support/bare-install.ts';
import { redisMissing, startRedis, type RedisServer } from '../redis/support/redis-server.ts';
import { errorOf, idsOf, note } from '../redis/support/samples.ts';

const missing = redisMissing();

describe('openStore', () => {
  it('opens a new store in this process for each memory: URL', async () => {
    const [first, second] = [await openStore('memory:'), await openStore('memory:')];
    expect(first.capabilities.durability).toBe('process');
    await first.append('a', [note()], { expectedVersion: 0 });
    expect(await second.read('a')).toBeNull();
  });

  it('opens a directory by a path or by a URL', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'open store %20-'));
    const urls = [
      `file:${directory}`,
      pathToFileURL(directory).href,
      `file:${relative('.', directory)}`,
    ];
    const event = note();
    for (const [n, url] of urls.entries()) {
      const store = await openStore(url, { timeoutMs: 5_000 });
      expect(store.capabilities).toMatchObject({ durability: 'disk', scope: 'machine' });
      if (n === 0) await store.append('a', [event], { expectedVersion: 0 });
      expect(idsOf((await store.read('a'))?.events)).toEqual([event.id]);
      await store.close();
    }
    await rm(directory, { recursive: true });
  });

  it.each(['file:', 'file://', 'file:///', 'file://host/share', 'file:///%'])(
    'refuses %j',
    async (url) => {
      expect((await errorOf(openStore(url), 'invalid_option')).message).toContain('file:./plans');
    },
  );

  it.each([
    ['mongodb://user:secret@host/db', 'mongodb:'],
    ['./plans', 'no scheme'],
    ['', 'no scheme'],
    ['C:\\plans', 'c:'],
  ])('refuses %j, naming what it knows and nothing that may be secret', async (url, told) => {
    const { message } = await errorOf(openStore(url), 'invalid_option');
    expect(message).toContain('memory:, file:, redis: or rediss:');
    expect(message).toContain(told);
    expect(message).not.toContain('secret');
  });

  it.each([
    'redis://localhost:99999',
    'redis://:secret@localhost/plans',
    'redis://:secret@localhost/1/2',
    'rediss://[::1',
  ])('refuses %j before it connects, without what may be secret', async (url) => {
    const { message } = await errorOf(openStore(url), 'invalid_option');
    expect(message).toContain('redis://user:password@host:6379/0');
    expect(message).not.toContain('secret');
  });

  it('names the package to install when no driver is there', async () => {
    const { directory, remove } = await bareInstall([]);
    const script = `
      import { openStore } from './src/open/index.ts';
      const told = await openStore('redis://user:secret@127.0.0.1:1').catch((error) => error);
      console.log(JSON.stringify({ code: told.code, message: told.message }));
      console.log((await openStore('memory:')).capabilities.scope);`;
    const args = ['--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: directory });
    await remove();
    const [told = '', scope] = stdout.trim().split('\n');
    expect(JSON.parse(told)).toEqual({
      code: 'invalid_option',
      message:
        'A redis: or rediss: URL needs a driver: install the package `redis` (npm install redis) or `ioredis`.',
    });
    expect(scope).toBe('process');
  });
});

describe.skipIf(missing)('openStore with redis: URLs', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
    await server.admin.config('SET', 'requirepass', 'secret');
  });
  afterAll(() => server?.stop());
  const stores: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });
  const opened = async (options?: Parameters<typeof openStore>[1], url = urlOf('secret')) => {
    const store = await openStore(url, options);
    stores.push(store);
    return store;
  };
  const urlOf = (password: string) => `redis://:${password}@127.0.0.1:${server.port}/2`;
  const connections = async () => {
    return String(await server.admin.client('LIST')).match(/ db=2 /g)?.length ?? 0;
  };

  it('passes its options on, and keeps stores over one URL on one client', async () => {
    const [first, second] = [
      await opened({ keyPrefix: 'a:' }),
      await opened({ keyPrefix: 'b:', ttl: 60_000 }),
    ];
    await first.append('a', [note()], { expectedVersion: 0 });
    expect(await second.read('a')).toBeNull();
    expect([first, second].map(({ capabilities }) => capabilities.expires)).toEqual([false, true]);
    expect(await connections()).toBe(1);
    await first.close();
    await first.close();
    await errorOf(first.read('a'), 'store_closed');
    expect(await second.read('a')).toBeNull();
    await second.close();
    await expect.poll(connections).toBe(0);
  });

  it('keeps one client when the module is loaded anew 20 times', async () => {
    for (let reload = 0; reload < 20; reload += 1) {
      vi.resetModules();
      const module = await import('../../src/open/index.ts');
      expect(module.openStore).not.toBe(openStore);
      const store = await module.openStore(urlOf('secret'));
      stores.push(store);
      expect(await store.tail('a', 1)).toBeNull();
      expect(await connections()).toBe(1);
    }
    for (const store of stores.splice(0)) await store.close();
    await expect.poll(connections).toBe(0);
  });

  it('refuses bad options before it connects', async () => {
    await errorOf(openStore(urlOf('secret'), { ttl: -1 }), 'invalid_option');
    await errorOf(openStore(urlOf('secret'), { timeoutMs: 0 }), 'invalid_option');
    await expect.poll(connections).toBe(0);
  });

  it('tells of a database that the server does not have, and writes to no other one', async () => {
    const store = await opened({}, urlOf('secret').replace(/2$/, '99'));
    for (const attempt of [1, 2]) {
      const append = store.append(`to 99, ${attempt}`, [note()], { expectedVersion: 0 });
      expect((await errorOf(append, 'store_failed')).message).toContain('no database 99');
      await errorOf(store.read('to 99'), 'store_failed');
      await new Promise((resolve) => setTimeout(resolve, 700)); // long enough for the driver to connect anew
    }
    expect(await server.admin.keys('*to 99*')).toEqual([]);
  });

  it('tells in time why a server cannot be used, without the password', async () => {
    const away = await opened({ timeoutMs: 500 }, 'redis://:hidden@127.0.0.1:1');
    const { message } = await errorOf(away.read('a'), 'store_unavailable');
    expect(message).toContain('ECONNREFUSED');
    expect(message).not.toContain('hidden');
    const refused = await opened({ timeoutMs: 500 }, urlOf('wrong'));
    const told = await errorOf(refused.read('a'), 'store_unavailable', 'store_failed');
    expect(told.message).toMatch(/WRONGPASS|NOAUTH/);
    expect(told.message).not.toContain('wrong@');
  });
});
