import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../package/project.ts';

const NEXT = join(root, 'node_modules/next/dist/bin/next');

export interface RunningApp {
  readonly url: string;
  /** Ends the server, at once and without a word, and starts it again on the same port over the same files. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const server of running) server.kill('SIGKILL');
});

/** Starts the built example as a user does, in a process of its own, over a folder of its own. */
export async function startApp(
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningApp> {
  const folder = await mkdtemp(join(tmpdir(), 'next-app-'));
  const port = await freePort();
  const start = () =>
    launch(port, {
      TODO_STORE: `file:${join(folder, 'plans')}`,
      CHAT_DIR: join(folder, 'chats'),
      CHUNK_DELAY_MS: '5',
      ...settings,
    });
  let server = await start();
  return {
    url: `http://127.0.0.1:${port}`,
    async restart() {
      await kill(server);
      server = await start();
    },
    async close() {
      await kill(server);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function launch(port: number, settings: Record<string, string>): Promise<ChildProcess> {
  const args = [NEXT, 'start', 'examples/nextjs', '-H', '127.0.0.1', '-p', String(port)];
  // Without a key, so that the scripted model answers.
  const { DEEPSEEK_API_KEY: _key, ...rest } = process.env;
  const server = spawn(process.execPath, args, {
    cwd: root,
    env: { ...rest, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', ...settings },
  });
  running.add(server);
  server.once('exit', () => running.delete(server));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (piece: Buffer) => {
      output += piece.toString();
      if (output.includes('Ready in')) resolve();
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.once('exit', (code) => reject(new Error(`next start ended with ${code}:\n${output}`)));
  });
  return server;
}

async function kill(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo; // it listens on a port, not on a pipe
  probe.close();
  await once(probe, 'close');
  return port;
}
