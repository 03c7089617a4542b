// Appends what each line of its standard input says, through a client of its own, and prints each result: a process
// that tests start.
import { createInterface } from 'node:readline';
import { hasCode } from '../../../src/core/errors.ts';
import { redisStore } from '../../../src/redis/index.ts';
import type { ForeignAppend } from '../../../src/testing/index.ts';
import { openClient, type ConnectionSpec } from './redis-clients.ts';

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const parse = async <T>(): Promise<T | undefined> => {
  const { value, done } = await lines.next();
  return done === true ? undefined : (JSON.parse(value) as T); // the test wrote it
};

const connection = await parse<ConnectionSpec>();
if (connection === undefined) throw new Error('The first line says how to connect.');
const { client, close } = await openClient(connection);
console.log('connected');
for (let next = await parse<ForeignAppend>(); next; next = await parse<ForeignAppend>()) {
  const { space, sessionId, events, options } = next;
  const store = redisStore({ client, keyPrefix: `${space}:` });
  const result = await store.append(sessionId, events, options).catch((error: unknown) => {
    if (hasCode(error, 'version_conflict')) return null;
    throw error;
  });
  console.log(JSON.stringify(result));
}
await close();
