import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTodoKit, checkSession } from '../../src/index.ts';
import { redisStore } from '../../src/redis/index.ts';
import type { TurnReport } from './support/take-turns.ts';
import { openClient, type ClientKind } from './support/redis-clients.ts';
import { redisMissing, startRedis, type RedisServer } from './support/redis-server.ts';
import { runProcess, type ScriptProcess } from './support/run-process.ts';

const missing = redisMissing();

describe.skipIf(missing)('many processes on one session', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server?.stop());

  const connect = (kind: ClientKind) => openClient({ kind, ports: [server.port] });
  /** Lets the processes begin together, and waits until each has ended well. */
  const letGo = async (processes: readonly ScriptProcess[]) => {
    await Promise.all(processes.map(({ started }) => started));
    const { client, close } = await connect('node-redis');
    await redisStore({ client }).append('go', [], { expectedVersion: 0 });
    const ends = await Promise.all(processes.map(({ ended }) => ended));
    await redisStore({ client }).delete('go');
    await close();
    for (const { errors, code } of ends) expect({ errors, code }).toEqual({ errors: '', code: 0 });
    return ends;
  };

  it('append 8 times 250 events without a gap, a loss or a duplicate', async () => {
    const [writers, count] = [8, 250];
    const kinds = ['node-redis', 'ioredis'] as const;
    const processes = Array.from({ length: writers }, (_, writer) => {
      const connection = { kind: kinds[writer % 2], ports: [server.port] };
      return runProcess('append-many.ts', { connection, sessionId: 'shared', writer, count });
    });
    const ends = await letGo(processes);

    const { client, close } = await connect('node-redis');
    const slice = await redisStore({ client }).read('shared');
    await close();
    expect(slice?.version).toBe(writers * count);
    expect(slice?.events.map(({ seq }) => seq)).toEqual(
      Array.from({ length: writers * count }, (_, seq) => seq),
    );
    // Every event stands where its writer was told, so none is missing and none is there twice.
    for (const [writer, { output }] of ends.entries()) {
      const seqs = JSON.parse(output) as number[]; // printed by our script
      expect(seqs).toHaveLength(count);
      expect(seqs.map((seq) => slice?.events[seq]?.data)).toEqual(
        Array.from({ length: count }, (_, n) => ({ writer, n })),
      );
    }
  }, 120_000);

  it('take turns through two kits: one turn stays open, and each write belongs to the turn it was told', async () => {
    const processes = (['node-redis', 'ioredis'] as const).map((kind) =>
      runProcess('take-turns.ts', {
        connection: { kind, ports: [server.port] },
        sessionId: 'turns',
        writer: kind,
        turns: 20,
        writes: 50,
      }),
    );
    const ends = await letGo(processes);
    const reports = ends.flatMap(({ output }) => JSON.parse(output) as TurnReport[]); // printed by our script

    const { client, close } = await connect('ioredis');
    const store = redisStore({ client });
    const { violations } = await checkSession(store, 'turns');
    expect(violations).toEqual([]);
    const kit = createTodoKit({ store, allowParallelInProgress: false });
    const plan = await kit.session('turns').plan();
    const events = (await store.read('turns'))?.events ?? [];
    await close();

    const count = (type: string) => events.filter((event) => event.type === type).length;
    expect(count('turn/start')).toBe(40);
    expect(count('turn/end')).toBe(39);
    expect(plan.turn).toEqual({ number: 40, open: true });
    for (const { turn, accepted } of reports) {
      const stored = events.filter((event) => event.type === 'todo/write' && event.turn === turn);
      expect(stored.map(({ callId }) => callId)).toEqual(accepted);
    }
    // The processes did get into each other's way: a turn that was superseded wrote no more.
    const refused = reports.reduce((sum, report) => sum + report.refused, 0);
    const accepted = reports.reduce((sum, report) => sum + report.accepted.length, 0);
    console.info(`${refused} writes were refused, since their turn was superseded`);
    expect(refused).toBeGreaterThan(0);
    expect(count('todo/write')).toBe(accepted);
  }, 60_000);
});
