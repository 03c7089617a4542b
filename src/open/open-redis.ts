import { checkRedisOptions } from '../redis/redis-options.ts';
import { createRedisStore } from '../redis/redis-store.ts';
import type { SessionStore } from '../store/session-store.ts';
import { chooseDatabase } from './choose-database.ts';
import type { OpenStoreOptions } from './open-store.ts';
import { databaseOf } from './redis-url.ts';
import { shareClient } from './shared-clients.ts';

/** A store over the one client that this process has for a URL. */
export async function openRedis(url: string, options: OpenStoreOptions): Promise<SessionStore> {
  const database = databaseOf(url);
  const { client, lastError, select, release } = await shareClient(url);
  try {
    const settings = checkRedisOptions({ ...options, client });
    const link = chooseDatabase({ ...settings.link, lastError }, database, select);
    const store = createRedisStore({ ...settings, link });
    return {
      ...store,
      async close() {
        await store.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}
