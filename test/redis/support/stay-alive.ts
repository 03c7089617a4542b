// Follows a session while the server goes away and comes back, and never listens for an error: a process that tests
// start.
import { openStore } from '../../../src/open/index.ts';
import { redisStore, type RedisClient } from '../../../src/redis/index.ts';
import { follow } from '../../../src/store/follow.ts';
import type { SessionStore } from '../../../src/store/session-store.ts';
import { pause, readInput } from './read-input.ts';

export interface StayAliveInput {
  readonly port: number;
  /** By its URL, or over a client that the process opens itself. */
  readonly through: 'url' | 'node-redis' | 'ioredis';
}

const { port, through } = await readInput<StayAliveInput>();
const { store, close } = await open();
const controller = new AbortController();
const seen: number[] = [];
const following = (async () => {
  for await (const slice of follow(store, 'alive', { fromSeq: 0, signal: controller.signal })) {
    seen.push(...(slice?.events ?? []).map(({ seq }) => seq));
  }
})();

await append(0);
while (seen.length < 1) await pause(10);
console.log('ready');
while (await answers()) await pause(20);
while (!(await answers())) await pause(20);
await append(1);
while (seen.length < 2) await pause(10);
controller.abort();
await following;
await close();
console.log(JSON.stringify(seen)); // nothing keeps the process after this

async function append(expectedVersion: number): Promise<void> {
  const event = { time: Date.now(), type: 'test/note', id: `event ${expectedVersion}`, data: {} };
  await store.append('alive', [event], { expectedVersion });
}

function answers(): Promise<boolean> {
  return store.tail('alive', 0).then(
    () => true,
    () => false,
  );
}

async function open(): Promise<{ store: SessionStore; close: () => Promise<void> }> {
  const timeoutMs = 1_000;
  if (through === 'url') {
    const opened = await openStore(`redis://127.0.0.1:${port}`, { timeoutMs });
    return { store: opened, close: () => opened.close() };
  }
  const { client, destroy } = await openOwn();
  const opened = redisStore({ client, timeoutMs });
  return {
    store: opened,
    async close() {
      await opened.close();
      destroy();
    },
  };
}

/** A client whose errors its owner listens to; those of the connection for followers are not its owner's to know. */
async function openOwn(): Promise<{ client: RedisClient; destroy: () => void }> {
  if (through === 'ioredis') {
    const { Redis } = await import('ioredis');
    const client = new Redis({ port, host: '127.0.0.1' });
    client.on('error', () => {});
    return { client, destroy: () => client.disconnect() };
  }
  const { createClient } = await import('redis');
  const client = createClient({ url: `redis://127.0.0.1:${port}` });
  client.on('error', () => {});
  await client.connect();
  return { client, destroy: () => client.destroy() };
}
