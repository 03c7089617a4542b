import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { AppendResult } from '../../../src/store/session-store.ts';
import type { ForeignAppend } from '../../../src/testing/index.ts';
import type { ConnectionSpec } from './redis-clients.ts';

/** Another process that appends to the same servers. It is started once, and again after it was killed. */
export interface Elsewhere {
  append(append: ForeignAppend): Promise<AppendResult | null>;
  /** Lets it begin to append and kills it at any moment. */
  killedAppend(append: ForeignAppend): Promise<void>;
  close(): Promise<void>;
}

interface Worker {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown>;
  send(message: unknown): void;
  /** The next line that it prints. */
  answer(): Promise<string>;
}

const SCRIPT = fileURLToPath(new URL('append-elsewhere.ts', import.meta.url));

export function createElsewhere(connection: () => ConnectionSpec): Elsewhere {
  let worker: Promise<Worker> | undefined;
  const current = () => (worker ??= startWorker(connection()));
  return {
    async append(append) {
      const { send, answer } = await current();
      send(append);
      return JSON.parse(await answer()) as AppendResult | null; // what our script prints
    },
    async killedAppend(append) {
      const { child, exited, send } = await current();
      send(append);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
      child.kill('SIGKILL');
      await exited;
      worker = startWorker(connection()); // it takes longer to start than the test does until it needs one
    },
    async close() {
      const last = await worker;
      last?.child.kill('SIGKILL');
      await last?.exited;
    },
  };
}

async function startWorker(connection: ConnectionSpec): Promise<Worker> {
  const child = spawn(process.execPath, [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.stdin.on('error', () => {}); // it may be killed first
  const worker: Worker = {
    child,
    exited,
    send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    async answer() {
      const { value, done } = await lines.next();
      if (done === true) throw new Error('The other process has ended.');
      return value;
    },
  };
  worker.send(connection);
  await worker.answer();
  return worker;
}
