import { testRedisStore } from '../redis/support/test-redis-store.ts';

testRedisStore('ioredis');
