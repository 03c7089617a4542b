import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTodoKit, memoryStore } from 'ai-sdk-todo';
import { createTodoRoute } from 'ai-sdk-todo/http';
import { serve } from '../examples/node-http/serve.ts';
import { print } from './compare.ts';
import { collectGarbage } from './garbage.ts';

const CLIENTS = 1_000;
const CHANGES = 300;
/** Together more than the buffers of a loopback connection take, so that each one stalls for certain. */
const TASKS = 100;
const TASK = 'x'.repeat(200);
const PAUSE_MS = 10;

/** What a server holds for connections that never read, beside one that stops writing when a socket is full. */
export async function run(): Promise<void> {
  const bare = await measured(openBare());
  const ours = await measured(openOurs());
  for (const what of ['heap', 'buffers', 'resident'] as const) {
    const sizes = `${kilobytes(ours[what])} against ${kilobytes(bare[what])}`;
    print(`${what} memory for each stalled connection`, sizes, ours[what] / bare[what]);
  }
}

interface Opened {
  readonly server: Server;
  readonly change: (round: number) => Promise<void>;
}

function openOurs(): Opened {
  const kit = createTodoKit({ store: memoryStore(), allowParallelInProgress: true });
  const route = createTodoRoute({ kit, authorize: () => ({ sessionId: 'bench' }) });
  const turn = kit.session('bench').startTurn();
  return {
    server: serve((request) => route.GET(request)),
    change: async (round) => void (await (await turn).write(todosOf(round))),
  };
}

/** Writes each frame to the clients whose sockets still take something. */
function openBare(): Opened {
  const taking = new Set<ServerResponse>();
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.flushHeaders();
    taking.add(response);
    response.on('drain', () => taking.add(response));
  });
  return {
    server,
    async change(round) {
      const frame = `id: ${round}\ndata: ${JSON.stringify({ todos: todosOf(round) })}\n\n`;
      for (const response of taking) {
        if (!response.write(frame)) taking.delete(response);
      }
    },
  };
}

/** The clients live in a process of their own, so that what they hold is not counted. */
const CLIENT = `
  const { connect } = require('node:net');
  const [port, count] = process.argv.slice(1).map(Number);
  let open = 0;
  setInterval(() => {}, 60_000); // sockets that are not read keep no process alive
  for (let i = 0; i < count; i += 1) {
    const socket = connect(port, '127.0.0.1', () => {
      socket.pause();
      socket.write('GET / HTTP/1.1\\r\\nHost: bench\\r\\nAccept: text/event-stream\\r\\n\\r\\n');
      open += 1;
      if (open === count) console.log('open');
    });
  }`;

async function measured({ server, change }: Opened) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  await change(0);
  collectGarbage();
  const before = process.memoryUsage();
  const clients = spawn(process.execPath, ['-e', CLIENT, String(port), String(CLIENTS)]);
  await once(clients.stdout, 'data');
  await settled(1_000);
  for (let round = 1; round <= CHANGES; round += 1) {
    await change(round);
    await settled(PAUSE_MS);
  }
  await settled(1_000);
  collectGarbage();
  const after = process.memoryUsage();
  clients.kill('SIGKILL');
  server.closeAllConnections();
  await once(server.close(), 'close');
  return {
    heap: (after.heapUsed - before.heapUsed) / CLIENTS,
    buffers: (after.arrayBuffers - before.arrayBuffers) / CLIENTS,
    resident: (after.rss - before.rss) / CLIENTS,
  };
}

/** Lets the server write what it has. */
function settled(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function todosOf(round: number) {
  return Array.from({ length: TASKS }, (_, i) => ({
    content: `Task ${i} of round ${round} ${TASK}`,
    status: 'pending' as const,
  }));
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} kB`;
}
