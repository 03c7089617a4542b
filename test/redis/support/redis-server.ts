import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';

/** A server that a test started itself, on a free port and in a folder of its own. */
export interface RedisServer {
  readonly port: number;
  readonly url: string;
  /** A connection past everything that stands between the store and the server. */
  readonly admin: Redis;
  /** Kills it with a signal, and waits until it is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same port, with the same folder. */
  start(): Promise<void>;
  /** Stops the process where it stands, as a machine that hangs. */
  pause(): void;
  resume(): void;
  /** Kills it and removes its folder. */
  stop(): Promise<void>;
}

/** Why these tests cannot run here, or `undefined`. On a build server it is an error, never a reason to skip. */
export function redisMissing(): string | undefined {
  const { error } = spawnSync('redis-server', ['--version']);
  if (error === undefined) return undefined;
  const reason = 'redis-server is not installed';
  if (process.env['CI']) throw new Error(`${reason}, and CI is set: these tests must run there.`);
  console.info(`Skipped: ${reason}.`);
  return reason;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export async function startRedis(
  options: readonly string[] = [],
  fixedPort?: number,
): Promise<RedisServer> {
  const port = fixedPort ?? (await freePort());
  const directory = await mkdtemp(join(tmpdir(), 'redis-test-'));
  const admin = new Redis({ port, host: '127.0.0.1', lazyConnect: true, retryStrategy: () => 20 });
  admin.on('error', () => {});
  let child: ChildProcess | undefined;

  const server: RedisServer = {
    port,
    url: `redis://127.0.0.1:${port}`,
    admin,
    async kill(signal = 'SIGKILL') {
      const killed = child;
      if (killed === undefined || killed.exitCode !== null || killed.signalCode !== null) return;
      await new Promise((resolve) => {
        killed.once('exit', resolve);
        killed.kill(signal);
      });
      running.delete(killed);
    },
    async start() {
      const fixed = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory];
      const quiet = ['--daemonize', 'no', '--loglevel', 'warning', '--save', ''];
      child = spawn('redis-server', [...fixed, ...quiet, ...options], { stdio: 'ignore' });
      running.add(child);
      await answers(admin);
      const [, pid] = /^process_id:(\d+)/m.exec(await admin.info('server')) ?? [];
      if (Number(pid) !== child.pid) throw new Error(`Another server answers on port ${port}.`);
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async stop() {
      admin.disconnect();
      await server.kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

/** A cluster of three masters. */
export interface RedisCluster {
  readonly servers: readonly RedisServer[];
  stop(): Promise<void>;
}

export async function startRedisCluster(): Promise<RedisCluster> {
  const servers = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const busPort = String(await freePort());
      const options = ['--cluster-enabled', 'yes', '--cluster-port', busPort];
      return startRedis([...options, '--cluster-node-timeout', '3000']);
    }),
  );
  const addresses = servers.map(({ port }) => `127.0.0.1:${port}`);
  const create = ['--cluster', 'create', ...addresses];
  await promisify(execFile)('redis-cli', [...create, '--cluster-replicas', '0', '--cluster-yes']);
  const isWhole = async ({ admin }: RedisServer) =>
    String(await admin.cluster('INFO')).includes('cluster_state:ok');
  for (const server of servers) {
    while (!(await isWhole(server))) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    servers,
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

async function answers(admin: Redis): Promise<void> {
  const end = Date.now() + 10_000;
  for (;;) {
    try {
      if ((await admin.ping()) === 'PONG') return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => {
    probe.listen(0, '127.0.0.1', resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  if (address === null || typeof address === 'string') throw new Error('The probe has no port.');
  return address.port;
}
