import { afterEach, describe, expect, it } from 'vitest';
import { hasCode } from '../../src/core/errors.ts';
import { redisStore } from '../../src/redis/index.ts';
import type { SessionStore } from '../../src/store/session-store.ts';
import { openClient, startBench, type ClientKind } from './support/redis-clients.ts';
import { isAppend } from './support/redis-harness.ts';
import { redisMissing, startRedis } from './support/redis-server.ts';
import { errorOf, idsOf, note } from './support/samples.ts';

const missing = redisMissing();
const KINDS: readonly ClientKind[] = ['node-redis', 'ioredis', 'upstash'];

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** Appends events one by one; whatever is not certain is repeated, as a caller does. Answers what was promised. */
async function appendUntil(
  store: SessionStore,
  sessionId: string,
  isOver: () => boolean,
): Promise<{ readonly promised: string[]; readonly unsure: number }> {
  const promised: string[] = [];
  let unsure = 0;
  let uid: string | undefined;
  while (!isOver()) {
    const event = note(promised.length);
    for (;;) {
      try {
        // With the uid and without it, since a store may go different ways.
        const expectedUid = promised.length % 2 === 0 ? undefined : uid;
        const options = { expectedVersion: promised.length, expectedUid };
        ({ uid } = await store.append(sessionId, [event], options));
        break;
      } catch (error) {
        const isAway = hasCode(error, 'outcome_unknown') || hasCode(error, 'store_unavailable');
        if (!isAway) throw error;
        if (hasCode(error, 'outcome_unknown')) unsure += 1;
      }
    }
    promised.push(String(event.id));
  }
  return { promised, unsure };
}

describe.skipIf(missing)('a server that fails', () => {
  it.each(KINDS)(
    'is killed while %s appends, and starts again from its AOF: nothing promised is lost, nothing is there twice',
    async (kind) => {
      const server = await startRedis(['--appendonly', 'yes', '--appendfsync', 'always']);
      const { client, close } = await openClient({ kind, ports: [server.port] });
      open.push(() => server.stop(), close);
      const store = redisStore({ client, timeoutMs: 3_000 });
      let isOver = false;
      const writers = Array.from({ length: 4 }, (_, n) =>
        appendUntil(store, `session ${n}`, () => isOver),
      );
      for (let kills = 0; kills < 3; kills += 1) {
        await new Promise((resolve) => setTimeout(resolve, 150));
        await server.kill('SIGKILL');
        await server.start();
      }
      await new Promise((resolve) => setTimeout(resolve, 150));
      isOver = true;
      for (const [n, { promised }] of (await Promise.all(writers)).entries()) {
        const slice = await store.read(`session ${n}`);
        expect(promised.length).toBeGreaterThan(0);
        expect(idsOf(slice?.events)).toEqual(promised);
      }
      expect((await store.list()).sessions).toHaveLength(4);
    },
    60_000,
  );

  it.each(KINDS)(
    'carries out what %s sends and loses its answer 30 times: each append counts once',
    async (kind) => {
      const bench = await startBench(kind);
      open.push(() => bench.close());
      const isLost = await isAppend();
      const store = redisStore({ client: bench.client, timeoutMs: 5_000 });
      let losses = 0;
      const lose = () => {
        losses += 1;
        bench.loseReplyTo(isLost);
        return losses > 30;
      };
      const { promised, unsure } = await appendUntil(store, 'cut off', lose);
      expect(promised).toHaveLength(30);
      expect(idsOf((await store.read('cut off'))?.events)).toEqual(promised);
      console.info(`${kind}: of 30 lost answers ${unsure} were told as unknown`);
    },
    60_000,
  );

  it('hangs for 20 seconds: every operation settles in time, and all goes on afterwards', async () => {
    const server = await startRedis();
    open.push(() => server.stop());
    const stores = await Promise.all(
      KINDS.map(async (kind) => {
        const { client, close } = await openClient({ kind, ports: [server.port] });
        open.push(close);
        const store = redisStore({ client });
        await store.append(kind, [note()], { expectedVersion: 0 });
        return { kind, store, batch: [note(), note()] };
      }),
    );
    server.pause();
    const start = Date.now();
    await Promise.all(
      stores.flatMap(({ kind, store, batch }) => [
        errorOf(store.append(kind, batch, { expectedVersion: 1 }), 'outcome_unknown'),
        errorOf(store.read(kind), 'store_unavailable'),
        errorOf(store.tail(kind, 1), 'store_unavailable'),
        errorOf(store.list(), 'store_unavailable'),
      ]),
    );
    const settled = Date.now() - start;
    expect(settled).toBeGreaterThan(9_000);
    expect(settled).toBeLessThan(15_000);
    await new Promise((resolve) => setTimeout(resolve, 20_000 - settled));
    server.resume();
    for (const { kind, store, batch } of stores) {
      // What was sent before is carried out first, so this repeat finds it stored.
      const again = await store.append(kind, batch, { expectedVersion: 1 });
      expect(again.version).toBe(3);
      expect((await store.read(kind))?.version).toBe(3);
    }
  }, 60_000);

  it('is a replica that may only be read: refused as such, and written to once it is promoted', async () => {
    const primary = await startRedis();
    open.push(() => primary.stop());
    const replica = await startRedis(['--replicaof', '127.0.0.1', String(primary.port)]);
    open.push(() => replica.stop());
    const writer = await openClient({ kind: 'node-redis', ports: [primary.port] });
    open.push(writer.close);
    await redisStore({ client: writer.client }).append('kept', [note()], { expectedVersion: 0 });
    while ((await replica.admin.dbsize()) < 3)
      await new Promise((resolve) => setTimeout(resolve, 10));

    const stores = await Promise.all(
      KINDS.map(async (kind) => {
        const { client, close } = await openClient({ kind, ports: [replica.port] });
        open.push(close);
        return redisStore({ client });
      }),
    );
    for (const store of stores) {
      expect((await store.read('kept'))?.version).toBe(1);
      expect((await store.tail('kept', 1))?.version).toBe(1);
      expect((await store.list()).sessions).toHaveLength(1);
      for (const refused of [
        store.append('kept', [note()], { expectedVersion: 1 }),
        store.append('anew', [note()], { expectedVersion: 0 }),
        store.delete('kept'),
      ]) {
        expect((await errorOf(refused, 'store_unavailable')).message).toContain('READONLY');
      }
    }
    await replica.admin.replicaof('NO', 'ONE');
    for (const [n, store] of stores.entries()) {
      const appended = await store.append('kept', [note()], { expectedVersion: n + 1 });
      expect(appended.version).toBe(n + 2);
    }
  }, 30_000);
});
