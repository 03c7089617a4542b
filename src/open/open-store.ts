import { assertOptions } from '../core/argument.ts';
import { TodoError } from '../core/errors.ts';
import { memoryStore } from '../store/memory-store.ts';
import type { SessionStore } from '../store/session-store.ts';

export interface OpenStoreOptions {
  /** For `redis:` and `rediss:`: what the names of all keys start with. Default `ai-sdk-todo:`. */
  readonly keyPrefix?: string | undefined;
  /** For `redis:` and `rediss:`: milliseconds after its last append in which a session expires. Default: never. */
  readonly ttl?: number | undefined;
  /** Milliseconds in which every operation settles. Default 10,000. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Opens the store that a URL names, so that an application and the command line choose it in the same way.
 *
 * - `memory:` a new store in this process
 * - `file:./plans`, `file:///var/lib/plans` a folder on this machine
 * - `redis://…`, `rediss://…` (TLS) a server, through the package `redis` or else `ioredis`, whichever is installed
 *
 * Code that is not needed is not loaded. Nothing is connected to before this resolves: a server that is away is told by
 * the first operation, and the store works as soon as it is there. All stores over one Redis URL share one client in
 * this process; `close` of the last one closes it.
 *
 * @example
 * const store = await openStore(process.env.PLAN_STORE ?? 'memory:');
 */
export async function openStore(
  url: string,
  options: OpenStoreOptions = {},
): Promise<SessionStore> {
  assertOptions(options);
  const scheme = /^([a-z][a-z0-9+.-]*:)/i.exec(String(url))?.[1]?.toLowerCase();
  switch (scheme) {
    case 'memory:':
      return memoryStore();
    case 'file:': {
      const [{ fileStore }, { fileDirectory }] = await Promise.all([
        import('../file/index.ts'),
        import('./file-directory.ts'),
      ]);
      return fileStore(fileDirectory(url), { timeoutMs: options.timeoutMs });
    }
    case 'redis:':
    case 'rediss:': {
      const { openRedis } = await import('./open-redis.ts');
      return openRedis(url, options);
    }
    default:
      // No more of it than the scheme: the rest may hold a password.
      throw new TodoError(
        'invalid_option',
        `A store's URL starts with memory:, file:, redis: or rediss:; got ${scheme ?? 'no scheme'}.`,
      );
  }
}
