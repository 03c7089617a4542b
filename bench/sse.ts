import { createTodoKit, memoryStore } from 'ai-sdk-todo';
import { createTodoRoute } from 'ai-sdk-todo/http';
import { compare, print } from './compare.ts';
import { collectGarbage } from './garbage.ts';

const CLIENTS = 1_000;
const TASKS = 10;

/** Followers of one plan in this process: from the append to the last of them, and what each one holds. */
export async function run(): Promise<void> {
  const bare = await measured(openBare);
  const ours = await measured(openOurs);
  await compare({
    name: `a change to the last of ${CLIENTS} clients`,
    ours: ours.opened.change,
    bare: bare.opened.change,
    rounds: 15,
  });
  const sizes = `${kilobytes(ours.bytes)} against ${kilobytes(bare.bytes)}`;
  print('memory for each client', sizes, ours.bytes / bare.bytes);
  await Promise.all([ours.opened.close(), bare.opened.close()]);
}

interface Opened {
  /** Changes the plan and waits until every client has read the change. */
  readonly change: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Clients of the route over a memory store. */
async function openOurs(): Promise<Opened> {
  const kit = createTodoKit({ store: memoryStore(), allowParallelInProgress: true });
  const route = createTodoRoute({ kit, authorize: () => ({ sessionId: 'bench' }) });
  const turn = await kit.session('bench').startTurn();
  const clients = await openClients(async () => {
    const headers = { accept: 'text/event-stream' };
    const { body } = await route.GET(new Request('http://bench.test/', { headers }));
    if (body === null) throw new Error('the route sent no stream');
    return body;
  });
  await clients.read();
  let round = 0;
  return {
    async change() {
      round += 1;
      const read = clients.read();
      await turn.write(todosOf(round));
      await read;
    },
    close: clients.close,
  };
}

/** Clients that are written the same frames by hand: no log, no resuming, nobody who asks whether they may. */
async function openBare(): Promise<Opened> {
  const encoder = new TextEncoder();
  const controllers: ReadableStreamDefaultController<Uint8Array>[] = [];
  const clients = await openClients(
    async () =>
      new ReadableStream<Uint8Array>({ start: (controller) => void controllers.push(controller) }),
  );
  let round = 0;
  return {
    async change() {
      round += 1;
      const read = clients.read();
      const plan = { todos: todosOf(round), asOfSeq: round, turn: { number: 1, open: true } };
      const frame = `id: ${round}\ndata: ${JSON.stringify(plan)}\n\n`;
      for (const controller of controllers) controller.enqueue(encoder.encode(frame));
      await read;
    },
    close: clients.close,
  };
}

async function openClients(open: () => Promise<ReadableStream<Uint8Array>>) {
  const readers: ReadableStreamDefaultReader<Uint8Array>[] = [];
  for (let i = 0; i < CLIENTS; i += 1) readers.push((await open()).getReader());
  return {
    read: () => Promise.all(readers.map((reader) => reader.read())),
    close: async () => void (await Promise.all(readers.map((reader) => reader.cancel()))),
  };
}

async function measured(open: () => Promise<Opened>) {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const opened = await open();
  await opened.change();
  collectGarbage();
  return { opened, bytes: (process.memoryUsage().heapUsed - before) / CLIENTS };
}

function todosOf(round: number) {
  return Array.from({ length: TASKS }, (_, i) => ({
    content: `Task ${i} of round ${round}`,
    status: 'pending' as const,
  }));
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} kB`;
}
