import { createTodoKit, type NewSessionEvent, type SessionStore } from 'ai-sdk-todo';
import { redisStore } from 'ai-sdk-todo/redis';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { redisMissing, startRedis, type RedisServer } from '../test/redis/support/redis-server.ts';
import { compare, duration, median, print } from './compare.ts';
import { listOf } from './planning-model.ts';

/** What a Redis store costs over the commands that it cannot do without, on a server of its own. */
export async function run(): Promise<void> {
  if (redisMissing() !== undefined) return;
  const server = await startRedis();
  const nodeRedis = await createClient({ url: server.url }).connect();
  const ioRedis = new Redis({ port: server.port, host: '127.0.0.1' });
  try {
    for (const bare of [
      {
        name: 'node-redis',
        client: nodeRedis,
        push: (key: string, value: string) =>
          nodeRedis.eval(SMALLEST_PUSH, { keys: [key], arguments: [value] }),
        range: (key: string) => nodeRedis.lRange(key, -WINDOW, -1),
      },
      {
        name: 'ioredis',
        client: ioRedis,
        push: (key: string, value: string) => ioRedis.eval(SMALLEST_PUSH, 1, key, value),
        range: (key: string) => ioRedis.lrange(key, -WINDOW, -1),
      },
    ]) {
      await appends(server, bare);
      await planReads(bare);
    }
    await throughput(redisStore({ client: nodeRedis }));
    await following(redisStore({ client: nodeRedis }));
  } finally {
    nodeRedis.destroy();
    ioRedis.disconnect();
    await server.stop();
  }
}

const SMALLEST_PUSH = `return redis.call('RPUSH', KEYS[1], ARGV[1])`;
/** How many events a plan is read from. */
const WINDOW = 2;
const ITEMS = 10;

interface Bare {
  readonly name: string;
  readonly client: Parameters<typeof redisStore>[0]['client'] & object;
  push(key: string, value: string): Promise<unknown>;
  range(key: string): Promise<readonly string[]>;
}

function writeEvent(n: number): NewSessionEvent {
  const data = { todos: listOf(ITEMS, n % ITEMS) };
  return {
    time: Date.now(),
    type: 'todo/write',
    id: `event-${n}`,
    callId: `call-${n}`,
    turn: 1,
    data,
  };
}

async function appends(server: RedisServer, { name, client, push }: Bare): Promise<void> {
  const store = redisStore({ client, keyPrefix: `append ${name}:` });
  let { version, uid } = await store.append('chat', [writeEvent(0)], { expectedVersion: 0 });
  await compare({
    name: `${name}: append, against EVAL of RPUSH`,
    rounds: 100,
    calls: 50,
    async ours() {
      const options = { expectedVersion: version, expectedUid: uid };
      ({ version, uid } = await store.append('chat', [writeEvent(version)], options));
    },
    bare: () => push(`bare ${name}`, JSON.stringify(writeEvent(version))),
  });
  await server.admin.del(`bare ${name}`);
}

async function planReads({ name, client, push, range }: Bare): Promise<void> {
  const store = redisStore({ client, keyPrefix: `plans ${name}:` });
  const kit = createTodoKit({ store, allowParallelInProgress: false });
  const session = kit.session('chat');
  const turn = await session.startTurn();
  for (let n = 0; n < 50; n += 1) {
    await turn.write(listOf(ITEMS, n % ITEMS));
    await push(`lines ${name}`, JSON.stringify(writeEvent(n)));
  }
  const parsed = async () =>
    (await range(`lines ${name}`)).map((line) => JSON.parse(line) as unknown);
  const raw = () => range(`lines ${name}`);
  const settings = { rounds: 100, calls: 50 };
  const tail = () => store.tail('chat', WINDOW);
  const plan = () => session.plan();
  await compare({
    ...settings,
    name: `${name}: tail, against LRANGE and JSON.parse`,
    ours: tail,
    bare: parsed,
  });
  await compare({
    ...settings,
    name: `${name}: plan(), against LRANGE and JSON.parse`,
    ours: plan,
    bare: parsed,
  });
  await compare({
    ...settings,
    name: `${name}: plan(), against LRANGE alone`,
    ours: plan,
    bare: raw,
  });
}

async function throughput(store: SessionStore): Promise<void> {
  const SECONDS = 2;
  let first: number | undefined;
  for (const sessions of [1, 8, 64]) {
    const end = performance.now() + SECONDS * 1000;
    let count = 0;
    const write = async (_: unknown, n: number) => {
      const id = `${sessions} sessions: ${n}`;
      for (let version = 0; performance.now() < end; count += 1) {
        ({ version } = await store.append(id, [writeEvent(version)], { expectedVersion: version }));
      }
    };
    await Promise.all(Array.from({ length: sessions }, write));
    const rate = count / SECONDS;
    first ??= rate;
    print(
      `appends over ${sessions} sessions`,
      `${Math.round(rate).toLocaleString('en')} per second`,
      rate / first,
    );
  }
}

async function following(store: SessionStore): Promise<void> {
  const controller = new AbortController();
  const samples: number[] = [];
  const kit = createTodoKit({ store, allowParallelInProgress: false });
  const turn = await kit.session('followed').startTurn();
  const watched = kit.session('followed').watch({ signal: controller.signal });
  const plans = watched[Symbol.asyncIterator]();
  await plans.next();
  await new Promise((resolve) => setTimeout(resolve, 200));
  for (let n = 0; n < 300; n += 1) {
    const next = plans.next();
    const start = performance.now();
    const written = turn.write(listOf(ITEMS, n % ITEMS));
    await next;
    samples.push(performance.now() - start);
    await written;
  }
  controller.abort();
  await plans.return?.();
  const slow = samples.toSorted((a, b) => a - b)[Math.floor(samples.length * 0.95)] ?? NaN;
  const typical = median(samples);
  print(
    'from a write to a follower of the plan',
    `${duration(typical)}, p95 ${duration(slow)}`,
    slow / typical,
  );
}
