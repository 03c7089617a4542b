// Appends as its input says, through a client of its own, and prints the result: a process that tests start.
import { hasCode } from '../../../src/core/errors.ts';
import { redisStore } from '../../../src/redis/index.ts';
import type { ForeignAppend } from '../../../src/testing/index.ts';
import { readInput } from './read-input.ts';
import { openClient, type ConnectionSpec } from './redis-clients.ts';

const input = await readInput<ForeignAppend & { readonly connection: ConnectionSpec }>();
const { connection, space, sessionId, events, options } = input;

const { client, close } = await openClient(connection);
const store = redisStore({ client, keyPrefix: `${space}:` });
console.log('connected');
const result = await store.append(sessionId, events, options).catch((error: unknown) => {
  if (hasCode(error, 'version_conflict')) return null;
  throw error;
});
console.log(JSON.stringify(result));
await close();
