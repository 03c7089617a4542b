import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { redisStore } from '../../src/redis/index.ts';
import { follow } from '../../src/store/follow.ts';
import type { SessionStore } from '../../src/store/session-store.ts';
import { startBench, type ClientKind, type RedisBench } from './support/redis-clients.ts';
import { redisMissing } from './support/redis-server.ts';
import { note } from './support/samples.ts';

const missing = redisMissing();
const WITH_PUB_SUB: readonly ClientKind[] = [
  'node-redis',
  'ioredis',
  'node-redis cluster',
  'ioredis cluster',
];

const opened: RedisBench[] = [];
afterEach(async () => {
  for (const bench of opened.splice(0)) await bench.close();
});
async function startOne(kind: ClientKind): Promise<RedisBench> {
  const bench = await startBench(kind);
  opened.push(bench);
  return bench;
}

/** Followers that each keep the seqs that they were given. */
function startFollowers(store: SessionStore, count: number, sessions: number, pollMs?: number) {
  const controller = new AbortController();
  const followers = Array.from({ length: count }, (_, n) => {
    const seqs: number[] = [];
    const run = async () => {
      const options = { fromSeq: 0, pollMs, signal: controller.signal };
      for await (const slice of follow(store, `session ${n % sessions}`, options)) {
        seqs.push(...(slice?.events ?? []).map(({ seq }) => seq));
      }
    };
    return { seqs, ended: run() };
  });
  return {
    allHave: (last: number) => followers.every(({ seqs }) => seqs.at(-1) === last),
    seqs: followers.map(({ seqs }) => seqs),
    async leave() {
      controller.abort();
      await Promise.all(followers.map(({ ended }) => ended));
    },
  };
}

/** The connections of all servers that have a subscription. */
async function subscribers({ servers }: RedisBench): Promise<number> {
  const lists = await Promise.all(servers.map(({ admin }) => admin.client('LIST')));
  return lists.join('\n').match(/ sub=[1-9]/g)?.length ?? 0;
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('It did not come about within 30 seconds.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void; // that is what the flag puts there

async function heapAfterGc(): Promise<number> {
  for (let n = 0; n < 3; n += 1) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return process.memoryUsage().heapUsed;
}

describe.skipIf(missing).each(WITH_PUB_SUB)(
  '1,000 followers of 200 sessions, through %s',
  (kind) => {
    it('share one connection, all see the last version, and leave nothing behind', async () => {
      const bench = await startOne(kind);
      const store = redisStore({ client: bench.client });
      const ids = Array.from({ length: 200 }, (_, n) => `session ${n}`);
      const appendAll = (version: number) =>
        Promise.all(ids.map((id) => store.append(id, [note()], { expectedVersion: version })));
      await appendAll(0);
      const handles = await bench.countHandles();
      const heaps: number[] = [];
      let version = 1;
      for (let round = 0; round < 3; round += 1) {
        // The poll comes too late for this test: only hints can do it.
        const followers = startFollowers(store, 1_000, 200, 600_000);
        await until(async () => followers.allHave(version - 1) && (await subscribers(bench)) > 0);
        for (let n = 0; n < 3; n += 1) {
          await appendAll(version);
          version += 1;
        }
        await until(() => followers.allHave(version - 1));
        expect(await subscribers(bench)).toBe(1);
        const wanted = Array.from({ length: version }, (_, seq) => seq);
        for (const seqs of followers.seqs) expect(seqs).toEqual(wanted);

        await followers.leave();
        await until(async () => (await bench.countHandles()) <= handles);
        expect(await subscribers(bench)).toBe(0);
        heaps.push(await heapAfterGc());
      }
      const growth = ((heaps.at(-1) ?? 0) - (heaps[0] ?? 0)) / 2 ** 20;
      console.info(`${kind}: after rounds 1 and 3 the heap differs by ${growth.toFixed(1)} MB`);
      expect(growth).toBeLessThan(5);
    }, 120_000);

    it('miss nothing when every notification is lost on its way', async () => {
      const bench = await startOne(kind);
      const store = redisStore({ client: bench.client });
      const followers = startFollowers(store, 1_000, 200, 1_000);
      const ids = Array.from({ length: 200 }, (_, n) => `session ${n}`);
      for (let version = 0; version < 2; version += 1) {
        bench.dropMessages(version > 0);
        await Promise.all(
          ids.map((id) => store.append(id, [note()], { expectedVersion: version })),
        );
      }
      await Promise.all(
        ids.map((id) => store.append(id, [note(), note()], { expectedVersion: 2 })),
      );
      await until(() => followers.allHave(3));
      for (const seqs of followers.seqs) expect(seqs).toEqual([0, 1, 2, 3]);
      await followers.leave();
    }, 60_000);
  },
);

describe.skipIf(missing).each(WITH_PUB_SUB)('followers through %s', (kind) => {
  it('are told again when the connection was lost, without waiting for their poll', async () => {
    const bench = await startOne(kind);
    const store = redisStore({ client: bench.client });
    await store.append('session 0', [note()], { expectedVersion: 0 });
    // This one renews its subscriptions without a word, so the poll has to find what was missed.
    const pollMs = kind === 'node-redis cluster' ? 500 : 600_000;
    const followers = startFollowers(store, 5, 1, pollMs);
    await until(async () => followers.allHave(0) && (await subscribers(bench)) === 1);
    bench.refuse();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const [log] = ['ai-sdk-todo:{session 0}'];
    const admin = await bench.adminOf(log);
    await bench.accept();
    await store.append('session 0', [note()], { expectedVersion: 1 });
    await until(() => followers.allHave(1));
    await until(async () => (await subscribers(bench)) === 1);
    await store.append('session 0', [note()], { expectedVersion: 2 });
    await until(() => followers.allHave(2));
    expect(await admin.llen(log)).toBe(4);
    await followers.leave();
  }, 60_000);

  it('do not hold up an append on the same client', async () => {
    const bench = await startOne(kind);
    const store = redisStore({ client: bench.client });
    const followers = startFollowers(store, 20, 20, 600_000);
    await until(async () => (await subscribers(bench)) === 1);
    const start = performance.now();
    for (let n = 0; n < 20; n += 1) {
      await store.append(`session ${n}`, [note()], { expectedVersion: 0 });
    }
    expect(performance.now() - start).toBeLessThan(2_000);
    await until(() => followers.allHave(0));
    await followers.leave();
  }, 30_000);

  it('open no connection more when the module is loaded anew 20 times', async () => {
    const bench = await startOne(kind);
    const leave: (() => Promise<void>)[] = [];
    const handles: number[] = [];
    // A cluster client connects to a node when it first needs it.
    for (let n = 0; n < 30; n += 1) await redisStore({ client: bench.client }).tail(`any ${n}`, 1);
    for (let reload = 0; reload < 20; reload += 1) {
      vi.resetModules();
      const module = await import('../../src/redis/index.ts');
      expect(module.redisStore).not.toBe(redisStore);
      // What the module before has opened is still there: nobody closes it when a file is saved.
      const store = module.redisStore({ client: bench.client });
      await store.append(`session ${reload}`, [note()], { expectedVersion: 0 });
      const followers = startFollowers(store, 1, 1, 600_000);
      leave.push(followers.leave);
      await until(async () => followers.allHave(0) && (await subscribers(bench)) === 1);
      handles.push(await bench.countHandles());
    }
    expect(handles.slice(1)).toEqual(handles.slice(1).map(() => handles[1]));
    for (const each of leave) await each();
    await until(async () => (await subscribers(bench)) === 0);
  }, 60_000);
});
