export { redisStore } from './redis-store.ts';
export type { RedisClient, RedisStoreOptions, RedisStoreSettings } from './redis-options.ts';
export type { RedisSend } from './send-link.ts';
