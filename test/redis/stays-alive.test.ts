import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { bareInstall } from './support/bare-install.ts';
import { redisMissing, startRedis } from './support/redis-server.ts';
import { runProcess } from './support/run-process.ts';
import type { StayAliveInput } from './support/stay-alive.ts';

const missing = redisMissing();

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

describe.skipIf(missing)('a process that never listens for errors of what we opened', () => {
  it.each<[string, StayAliveInput['through'], readonly string[]]>([
    ['a store that was opened by its URL, with redis', 'url', ['redis']],
    ['a store that was opened by its URL, with ioredis', 'url', ['ioredis']],
    ['followers over a node-redis client', 'node-redis', ['redis']],
    ['followers over an ioredis client', 'ioredis', ['ioredis']],
  ])(
    'stays alive when the server goes away, goes on when it is back, and ends by itself: %s',
    async (_, through, packages) => {
      const server = await startRedis(['--appendonly', 'yes', '--appendfsync', 'always']);
      const { directory, remove } = await bareInstall(packages);
      open.push(() => server.stop(), remove);
      const script = pathToFileURL(join(directory, 'test/redis/support/stay-alive.ts'));
      const { started, ended, child } = runProcess(script, { port: server.port, through });
      expect(await started).toBe('ready');
      await server.kill('SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect(child.exitCode).toBeNull();
      await server.start();
      expect(await ended).toEqual({ output: '[0,1]\n', errors: '', code: 0 });
    },
    60_000,
  );
});
