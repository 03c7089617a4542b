// Takes turns on one session, as another process does too, and says what became of each: a process that tests start.
import { createTodoKit, TodoRefusalError } from '../../../src/index.ts';
import { redisStore } from '../../../src/redis/index.ts';
import { pause, readInput, waitForGo } from './read-input.ts';
import { openClient, type ConnectionSpec } from './redis-clients.ts';

export interface TakeTurnsInput {
  readonly connection: ConnectionSpec;
  readonly sessionId: string;
  readonly writer: string;
  readonly turns: number;
  readonly writes: number;
}

export interface TurnReport {
  readonly turn: number;
  readonly accepted: readonly string[];
  readonly refused: number;
}

const { connection, sessionId, writer, turns, writes } = await readInput<TakeTurnsInput>();
const { client, close } = await openClient(connection);
const store = redisStore({ client });
const kit = createTodoKit({ store, allowParallelInProgress: false });
console.log('connected');
await waitForGo(store);

const reports: TurnReport[] = [];
for (let n = 0; n < turns; n += 1) {
  const turn = await kit.session(sessionId).startTurn();
  const accepted: string[] = [];
  let refused = 0;
  // Until another process takes the next turn, and a little longer.
  for (let m = 0; m < writes && refused < 3; m += 1) {
    const content = `${writer} ${n} ${m}`;
    const options = { toolCallId: content, messages: [], context: {} };
    try {
      await turn.tools.todo_write.execute({ todos: [{ content, status: 'pending' }] }, options);
      accepted.push(content);
    } catch (error) {
      if (!TodoRefusalError.isInstance(error)) throw error;
      refused += 1;
    }
    await pause(Math.random() * 4); // a model thinks between its calls
  }
  reports.push({ turn: turn.number, accepted, refused });
}
console.log(JSON.stringify(reports));
await close();
