import { checkRedisOptions } from '../redis/redis-options.ts';
import { createRedisStore } from '../redis/redis-store.ts';
import type { SessionStore } from '../store/session-store.ts';
import type { OpenStoreOptions } from './open-store.ts';
import { shareClient } from './shared-clients.ts';

/** A store over the one client that this process has for a URL. */
export async function openRedis(url: string, options: OpenStoreOptions): Promise<SessionStore> {
  const { client, lastError, release } = await shareClient(url);
  try {
    const settings = checkRedisOptions({ ...options, client });
    const store = createRedisStore({ ...settings, link: { ...settings.link, lastError } });
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
