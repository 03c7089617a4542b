import { fileURLToPath } from 'node:url';
import type { NewSessionEvent } from 'ai-sdk-todo';
import { openStore } from 'ai-sdk-todo/open';
import { createClient } from 'redis';
import { redisMissing, startRedis } from '../test/redis/support/redis-server.ts';
import { print } from './compare.ts';
import { timedProcess } from './timed-process.ts';

/** Events of the session; CHECK_REDIS_EVENTS overrides it. */
const EVENTS = Number(process.env['CHECK_REDIS_EVENTS'] ?? 1_000_000);
const COMMAND = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const BATCH = 1_000;
/** As many events as the checker asks for at a time. */
const PAGE = 256;

/** `ai-sdk-todo check` on a long session in Redis, against reading its pages and parsing each event. */
export async function run(): Promise<void> {
  const missing = redisMissing();
  if (missing !== undefined) {
    console.log(`  no session in Redis was checked: ${missing}`);
    return;
  }
  const server = await startRedis();
  try {
    await fill(server.url);
    const bare = await readPages(server.url);
    const { seconds, first, peak } = await timedProcess([COMMAND, 'check', server.url]);
    const rate = (took: number) => `${Math.round(EVENTS / took / 1000)}k events/s`;
    print(
      `check ${EVENTS} events in Redis`,
      `${rate(seconds)} against ${rate(bare)}`,
      bare / seconds,
    );
    print(
      '  its memory, peak against the first second',
      `${peak} MB against ${first} MB`,
      peak / first,
    );
  } finally {
    await server.stop();
  }
}

async function fill(url: string): Promise<void> {
  const store = await openStore(url);
  for (let version = 0; version < EVENTS; version += BATCH) {
    const events = Array.from({ length: BATCH }, (_, i) => eventAt(version + i));
    await store.append('bench', events, { expectedVersion: version });
  }
  await store.close();
}

/** Turns of ten events: a start, eight writes, an end. */
function eventAt(seq: number): NewSessionEvent {
  const turn = Math.floor(seq / 10) + 1;
  const at = { time: 1_764_520_000_000 + seq, id: `e-${seq}` };
  if (seq % 10 === 0) return { ...at, type: 'turn/start', data: { turn } };
  if (seq % 10 === 9) {
    return { ...at, type: 'turn/end', data: { turn, reason: { kind: 'completed' } } };
  }
  const todos = ['Read', 'Write', 'Test'].map((content) => ({ content, status: 'pending' }));
  return { ...at, type: 'todo/write', turn, data: { todos } };
}

async function readPages(url: string): Promise<number> {
  const client = createClient({ url }).on('error', () => {}); // a failing command tells it
  await client.connect();
  const keys = await client.keys('*');
  const types = await Promise.all(keys.map((key) => client.type(key)));
  const log = keys[types.indexOf('list')] ?? '';
  const start = performance.now();
  for (let from = 0; from < EVENTS; from += PAGE) {
    for (const record of await client.lRange(log, from, from + PAGE - 1)) {
      JSON.parse(record.slice(record.indexOf('\n') + 1)); // behind a line that says what it is
    }
  }
  const seconds = (performance.now() - start) / 1000;
  client.destroy();
  return seconds;
}
