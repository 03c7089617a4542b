// Appends many events to one session, whoever else does: a process that tests start.
import { VersionConflictError } from '../../../src/core/errors.ts';
import { redisStore } from '../../../src/redis/index.ts';
import { readInput, waitForGo } from './read-input.ts';
import { openClient, type ConnectionSpec } from './redis-clients.ts';

export interface AppendManyInput {
  readonly connection: ConnectionSpec;
  readonly sessionId: string;
  readonly writer: number;
  readonly count: number;
}

const { connection, sessionId, writer, count } = await readInput<AppendManyInput>();
const { client, close } = await openClient(connection);
const store = redisStore({ client });
console.log('connected');
await waitForGo(store);

const seqs: number[] = [];
let expectedVersion = (await store.tail(sessionId, 0))?.version ?? 0;
while (seqs.length < count) {
  const n = seqs.length;
  const event = { time: Date.now(), type: 'test/note', id: `${writer}-${n}`, data: { writer, n } };
  try {
    const { version } = await store.append(sessionId, [event], { expectedVersion });
    seqs.push(version - 1);
    expectedVersion = version;
  } catch (error) {
    if (!VersionConflictError.isInstance(error)) throw error;
    expectedVersion = error.actual;
  }
}
console.log(JSON.stringify(seqs));
await close();
