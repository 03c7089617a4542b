import { TodoError } from '../core/errors.ts';
import type { RedisClient } from '../redis/redis-options.ts';

/** A client that we opened and close ourselves. */
export interface OpenedClient {
  readonly client: RedisClient;
  /** Why it is not connected; `undefined` while it is. */
  lastError(): unknown;
  /** Goes to one of the server's databases, and rejects where it has none of this number. */
  select(database: number): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens a client without waiting for its connection. It reconnects on its own; its errors end no process. */
export type Connect = (url: string) => OpenedClient;

/** How long a client gets to finish what it has sent before it is cut off. */
const FAREWELL_MS = 1_000;

/** Loads the driver that is installed; throws `invalid_option` naming what to install when there is none. */
export async function loadDriver(): Promise<Connect> {
  const redis = await optional('redis', () => import(/* webpackIgnore: true */ 'redis'));
  if (redis !== undefined) {
    return (url) => {
      const client = redis.createClient({ url });
      const lastError = watchErrors(client);
      client.connect().catch(() => {}); // told by `lastError`
      return {
        client,
        lastError,
        select: (database) => client.select(database),
        async close() {
          if (client.isReady) await briefly(client.close());
          client.destroy();
        },
      };
    };
  }
  const ioredis = await optional('ioredis', () => import(/* webpackIgnore: true */ 'ioredis'));
  if (ioredis !== undefined) {
    return (url) => {
      const client = new ioredis.Redis(url);
      const lastError = watchErrors(client);
      return {
        client,
        lastError,
        select: (database) => client.select(database),
        async close() {
          if (client.status === 'ready') await briefly(client.quit());
          client.disconnect();
        },
      };
    };
  }
  throw new TodoError(
    'invalid_option',
    'A redis: or rediss: URL needs a driver: install the package `redis` (npm install redis) or `ioredis`.',
  );
}

/** Imports a package; `undefined` when it is not installed. One that is broken throws. */
async function optional<T>(name: string, load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }; // looked at here
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
    if (isMissing && String(message).includes(`'${name}'`)) return undefined;
    throw error;
  }
}

function watchErrors(client: {
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'ready', listener: () => void): unknown;
}): () => unknown {
  let last: unknown;
  // Without a listener an error would end the process, or be printed again and again.
  client.on('error', (error) => {
    last = error;
  });
  client.on('ready', () => {
    last = undefined;
  });
  return () => last;
}

async function briefly(farewell: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FAREWELL_MS);
  });
  await Promise.race([farewell.catch(() => {}), end]);
  clearTimeout(timer);
}
