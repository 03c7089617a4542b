import { testRedisStore } from '../redis/support/test-redis-store.ts';

testRedisStore('node-redis cluster');
