import { describe } from '../core/invariants/describe.ts';
import { TodoError } from '../core/errors.ts';
import { isWellFormed } from '../core/text.ts';
import { assertCount } from '../store/check-options.ts';
import { ioRedisLink, type IoRedisClient } from './ioredis-link.ts';
import { nodeRedisLink, type NodeRedisClient } from './node-redis-link.ts';
import type { RedisLink } from './redis-link.ts';
import { sendLink, type RedisSend } from './send-link.ts';
import { upstashLink, type UpstashClient } from './upstash-link.ts';

/**
 * A client of one of these packages, told by what it can do: `redis` (client, pool, sentinel or cluster), `ioredis`
 * (client or cluster), `@upstash/redis`. None of them is a dependency.
 */
export type RedisClient =
  | { readonly evalSha: (...args: never[]) => unknown }
  | { readonly evalsha: (...args: never[]) => unknown };

/** What a Redis store can be told beside its client. */
export interface RedisStoreSettings {
  /**
   * What the names of all keys and channels start with. Default `ai-sdk-todo:`. A prefix that the client itself adds to
   * keys comes before it.
   */
  readonly keyPrefix?: string | undefined;
  /**
   * Milliseconds after its last append in which a session expires. Default: never. For as long again it is told to be
   * expired; then it is as if it had never been.
   */
  readonly ttl?: number | undefined;
  /** Milliseconds in which every operation settles. Default 10,000. */
  readonly timeoutMs?: number | undefined;
}

/** What `redisStore` takes: a client, or a function that sends one command. */
export type RedisStoreOptions = RedisStoreSettings &
  (
    | { readonly client: RedisClient; readonly send?: undefined }
    | { readonly send: RedisSend; readonly client?: undefined }
  );

/** The checked options, with their defaults. */
export interface RedisSettings {
  readonly link: RedisLink;
  /** What the subscriber connection belongs to. */
  readonly owner: object;
  readonly keyPrefix: string;
  readonly ttl: number | undefined;
  readonly timeoutMs: number;
}

const MAX_TIMER_MS = 2 ** 31 - 1;

export function checkRedisOptions(options: RedisStoreOptions): RedisSettings {
  const { keyPrefix = 'ai-sdk-todo:', ttl, timeoutMs = 10_000, send, client } = options ?? {};
  if (typeof keyPrefix !== 'string' || !isWellFormed(keyPrefix) || keyPrefix.includes('{}')) {
    throw new TodoError('invalid_option', 'keyPrefix must be a well-formed string without "{}".');
  }
  if (ttl !== undefined) assertCount('ttl', ttl, 1);
  assertCount('timeoutMs', timeoutMs, 1);
  if (send !== undefined && client !== undefined) {
    throw new TodoError('invalid_option', 'redisStore takes `client` or `send`, not both.');
  }
  const settings = { keyPrefix, ttl, timeoutMs: Math.min(timeoutMs, MAX_TIMER_MS) };
  if (typeof send === 'function') return { ...settings, link: sendLink(send), owner: send };
  const link = linkOf(client);
  if (link === undefined || client === undefined) {
    // A URL may hold a password.
    const found = typeof client === 'string' ? 'a string' : describe(client);
    throw new TodoError(
      'invalid_option',
      `redisStore needs \`client\`, a client of redis, ioredis or @upstash/redis, or \`send\`, a function that sends one command; got ${found}.`,
    );
  }
  return { ...settings, link, owner: client };
}

/** Tells a client by its structure. The casts: what each link uses is what its package has had for years. */
function linkOf(client: unknown): RedisLink | undefined {
  if (typeof client !== 'object' || client === null) return undefined;
  if (has(client, 'evalSha')) return nodeRedisLink(client as NodeRedisClient);
  if (!has(client, 'evalsha')) return undefined;
  return has(client, 'call') && has(client, 'duplicate')
    ? ioRedisLink(client as IoRedisClient)
    : upstashLink(client as UpstashClient);
}

function has(client: object, name: string): boolean {
  return typeof (client as Readonly<Record<string, unknown>>)[name] === 'function';
}
