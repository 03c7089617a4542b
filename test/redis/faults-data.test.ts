import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTodoKit } from '../../src/index.ts';
import { redisStore } from '../../src/redis/index.ts';
import { redisKeys } from '../../src/redis/keys.ts';
import { SessionDamagedError } from '../../src/core/errors.ts';
import { refusal, todos, write } from '../support/kit.ts';
import { CLIENT_KINDS, startBench, type RedisBench } from './support/redis-clients.ts';
import { redisMissing } from './support/redis-server.ts';
import { errorOf, idsOf, note } from './support/samples.ts';

const missing = redisMissing();
const PREFIX = 'faults:';
const keys = redisKeys(PREFIX);

describe.skipIf(missing).each(CLIENT_KINDS)('what others do to our keys, through %s', (kind) => {
  let bench: RedisBench;
  beforeAll(async () => {
    bench = await startBench(kind);
  }, 30_000);
  afterAll(() => bench?.close());

  const open = (ttl?: number) => redisStore({ client: bench.client, keyPrefix: PREFIX, ttl });
  const raw = async (sessionId: string) => {
    const [log] = keys.session(sessionId);
    return { log, admin: await bench.adminOf(log) };
  };
  const everywhere = (...command: [string, ...string[]]) =>
    Promise.all(bench.servers.map(({ admin }) => admin.call(...command)));
  const listed = async () => (await open().list({ limit: 1000 })).sessions.map(({ id }) => id);

  it('a value of another type: refused by name, no entry in the list, and right again afterwards', async () => {
    const store = open();
    const { log, admin } = await raw('typed');
    await admin.set(log, 'something else');

    const append = await errorOf(
      store.append('typed', [note()], { expectedVersion: 0 }),
      'store_failed',
    );
    expect(append.message).toContain('WRONGTYPE');
    await errorOf(store.append('typed', [note()], { expectedVersion: 3 }), 'store_failed');
    await errorOf(store.read('typed'), 'store_failed');
    await errorOf(store.tail('typed', 1), 'store_failed');
    await errorOf(store.delete('typed'), 'store_failed');
    expect(await listed()).not.toContain('typed');
    expect(await admin.get(log)).toBe('something else');

    const kit = createTodoKit({ store, allowParallelInProgress: false });
    const context = { sessionId: 'typed' };
    expect(await refusal(write(kit.tools.todo_write, todos('A'), { context }))).toMatch(
      /^Error: todo_write could not store the list: .*\(store_failed\)$/,
    );

    await admin.del(log);
    expect(await store.append('typed', [note()], { expectedVersion: 0 })).toMatchObject({
      version: 1,
    });
    expect(await listed()).toContain('typed');
  });

  it('a log that was deleted: told as lost, and never begun anew unnoticed', async () => {
    const store = open();
    const kit = createTodoKit({ store, allowParallelInProgress: false });
    const turn = await kit.session('lost').startTurn();
    await write(turn.tools.todo_write, todos('A'));
    const { log, admin } = await raw('lost');
    await admin.del(log);

    await errorOf(store.read('lost'), 'session_expired');
    await errorOf(store.tail('lost', 4), 'session_expired');
    await errorOf(store.append('lost', [note()], { expectedVersion: 2 }), 'session_expired');
    await errorOf(store.append('lost', [note()], { expectedVersion: 0 }), 'session_expired');
    const told = await refusal(write(turn.tools.todo_write, todos('B')));
    expect(told).toMatch(/^Error: todo_write could not store the list: .*expired.*$/);
    expect(await admin.exists(log)).toBe(0);
    expect(await listed()).not.toContain('lost');

    await kit.session('lost').delete();
    expect(await store.read('lost')).toBeNull();
    await kit.session('lost').startTurn();
    expect(await kit.session('lost').plan()).toMatchObject({ todos: null, turn: { number: 1 } });
  });

  it('a log that was trimmed to its last events: the plan is right, the missing start is told, numbers go on', async () => {
    const store = open();
    const kit = createTodoKit({ store, allowParallelInProgress: false });
    const turn = await kit.session('trimmed').startTurn();
    for (let n = 1; n < 10; n += 1) await write(turn.tools.todo_write, todos(`A${n}`));
    const before = await store.tail('trimmed', 2);
    const { log, admin } = await raw('trimmed');
    await admin.ltrim(log, -2, -1);

    for (const reader of [store, open()]) {
      const fresh = createTodoKit({ store: reader, allowParallelInProgress: false });
      expect(await fresh.session('trimmed').plan()).toMatchObject({
        todos: todos('A9'),
        asOfSeq: 9,
        turn: { number: 1, open: true },
      });
      expect(await reader.tail('trimmed', 2)).toMatchObject({
        version: 10,
        events: before?.events,
      });
      const damage = await errorOf(reader.read('trimmed'), 'session_damaged');
      expect(SessionDamagedError.isInstance(damage) && damage.place).toEqual({ index: 0 });
      await errorOf(reader.read('trimmed', { fromSeq: 3 }), 'session_damaged');
      expect(idsOf((await reader.read('trimmed', { fromSeq: 8 }))?.events)).toEqual(
        idsOf(before?.events),
      );
    }
    await errorOf(store.append('trimmed', [note()], { expectedVersion: 2 }), 'version_conflict');
    await errorOf(store.append('trimmed', [note()], { expectedVersion: 0 }), 'version_conflict');
    const uid = before?.header.uid;
    const again = [note('after')];
    const options = { expectedVersion: 10, expectedUid: uid };
    expect(await store.append('trimmed', again, options)).toEqual({ version: 11, uid });
    expect(await store.append('trimmed', again, options)).toEqual({ version: 11, uid });
    expect(await admin.llen(log)).toBe(3);
    expect(await listed()).toContain('trimmed');
  });

  it('a log that lost its last events: a follower goes on from what stands, and sees what comes next', async () => {
    const kit = createTodoKit({ store: open(), allowParallelInProgress: false });
    const session = kit.session('lost end');
    const { log, admin } = await raw('lost end');
    const leaving = new AbortController();
    const seen: unknown[] = [];
    const following = (async () => {
      const plans = session.watch({ pollMs: 50, signal: leaving.signal });
      for await (const { todos: list } of plans) seen.push(list);
    })();
    await session.runTurn((turn) => turn.write(todos('Kept')));
    await session.runTurn((turn) => turn.write(todos('Lost')));
    await expect.poll(() => seen.at(-1)).toEqual(todos('Lost'));

    await admin.ltrim(log, 0, 3); // the header and the first turn
    await expect.poll(() => seen.at(-1)).toEqual(todos('Kept'));
    await session.runTurn((turn) => turn.write(todos('Next')));
    await expect.poll(() => seen.at(-1)).toEqual(todos('Next'));
    leaving.abort();
    await following;
  });

  it('a log whose end is no record of ours: told with its place, and not written to', async () => {
    const store = open();
    await store.append('foreign end', [note(), note()], { expectedVersion: 0 });
    const { log, admin } = await raw('foreign end');
    for (const end of ['7', 'null', '{"seq":2}', 'x'.repeat(100)]) {
      await admin.rpush(log, end);
      for (const refused of [
        store.append('foreign end', [note()], { expectedVersion: 2 }),
        store.append('foreign end', [note()], { expectedVersion: 3 }),
        store.tail('foreign end', 1),
        store.read('foreign end'),
      ]) {
        const damage = await errorOf(refused, 'session_damaged');
        expect(SessionDamagedError.isInstance(damage) && damage.place).toEqual({ index: 3 });
      }
      expect(await admin.llen(log)).toBe(4);
      await admin.rpop(log);
    }
    expect(await store.append('foreign end', [note()], { expectedVersion: 2 })).toMatchObject({
      version: 3,
    });
  });

  it('a session that expires: each append renews it, then it is told as expired', async () => {
    const ttl = 60_000;
    const store = open(ttl);
    expect(store.capabilities.expires).toBe(true);
    await store.append('brief', [note()], { expectedVersion: 0 });
    const [, mark] = keys.session('brief');
    const { log, admin } = await raw('brief');
    for (let version = 1; version < 3; version += 1) {
      await admin.pexpire(log, 5_000);
      await admin.pexpire(mark, 5_000);
      await store.append('brief', [note()], { expectedVersion: version });
      expect(await admin.pttl(log)).toBeGreaterThan(ttl / 2);
      expect(await admin.pttl(mark)).toBeGreaterThan(ttl * 1.5);
    }
    expect(await open().tail('brief', 1)).toMatchObject({ version: 3 });

    const expire = async (key: string) => {
      await admin.pexpire(key, 1);
      while ((await admin.exists(key)) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await expire(log);
    await errorOf(store.read('brief'), 'session_expired');
    await errorOf(store.append('brief', [note()], { expectedVersion: 3 }), 'session_expired');
    expect(await listed()).not.toContain('brief');
    // For as long again as it lived; then it is as if it had never been.
    await expire(mark);
    expect(await store.read('brief')).toBeNull();
    expect(await store.append('brief', [note()], { expectedVersion: 0 })).toMatchObject({
      version: 1,
    });
    expect(await listed()).toContain('brief');
  });

  it('a server without memory: refused as such, nothing stored, and right again afterwards', async () => {
    const store = open();
    const { uid } = await store.append('full', [note()], { expectedVersion: 0 });
    await everywhere('CONFIG', 'SET', 'maxmemory', '1');
    const batch = [note(), note()];
    const refused = [
      await errorOf(store.append('full', batch, { expectedVersion: 1 }), 'store_failed'),
      await errorOf(store.append('full anew', batch, { expectedVersion: 0 }), 'store_failed'),
    ];
    for (const { message } of refused) expect(message).toContain('OOM');
    const kit = createTodoKit({ store, allowParallelInProgress: false });
    const context = { sessionId: 'full' };
    expect(await refusal(write(kit.tools.todo_write, todos('A'), { context }))).toBe(
      'Error: todo_write could not store the list: the session store failed (out of memory); the plan is unchanged (store_failed)',
    );
    expect((await store.read('full'))?.version).toBe(1);
    await everywhere('CONFIG', 'SET', 'maxmemory', '0');

    expect(await store.read('full anew')).toBeNull();
    expect(await listed()).not.toContain('full anew');
    expect(await store.append('full', batch, { expectedVersion: 1 })).toEqual({ version: 3, uid });
    expect(idsOf((await store.read('full', { fromSeq: 1 }))?.events)).toEqual(
      idsOf(batch as never),
    );
  });

  it('a script cache that was flushed: the next operation goes through, once', async () => {
    const store = open();
    for (let version = 0; version < 4; version += 1) {
      await everywhere('SCRIPT', 'FLUSH');
      expect(await store.append('flushed', [note()], { expectedVersion: version })).toMatchObject({
        version: version + 1,
      });
      await everywhere('SCRIPT', 'FLUSH');
      expect((await store.read('flushed'))?.version).toBe(version + 1);
      await everywhere('SCRIPT', 'FLUSH');
      expect((await open().tail('flushed', 1))?.version).toBe(version + 1);
    }
    await everywhere('SCRIPT', 'FLUSH');
    expect(await listed()).toContain('flushed');
    await everywhere('SCRIPT', 'FLUSH');
    await store.delete('flushed');
    expect(await store.read('flushed')).toBeNull();
  });
});
