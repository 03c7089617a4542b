import fs from 'node:fs';
import { mkdir, readFile, readdir, readlink, rename, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { fileStore, type FileStoreOptions } from '../../src/file/index.ts';
import { sessionPaths } from '../../src/file/session-paths.ts';
import type { AppendResult } from '../../src/index.ts';
import type { StoreHarness } from '../../src/testing/index.ts';
import { runChild, startChild } from '../file/support/child.ts';
import { fileMethods, KILL_POINTS, onDataSync } from '../file/support/faults.ts';

const base = join(tmpdir(), `ai-sdk-todo-suite-${process.pid}`);
afterAll(() => rm(base, { recursive: true, force: true, maxRetries: 3 }));
const rootOf = (space: string) => join(base, space);

/** Everything that the suite can do to a file store. */
export async function fileHarness(options?: FileStoreOptions): Promise<StoreHarness> {
  let bytesRead = 0;
  const methods = await fileMethods();
  const realRead = methods.read;
  methods.read = async function read(this: unknown, ...args: unknown[]) {
    const result = await (realRead as (...all: unknown[]) => Promise<{ bytesRead: number }>).apply(
      this,
      args,
    );
    bytesRead += result.bytesRead;
    return result;
  } as typeof realRead; // it hands its arguments on as they come
  const hints = interceptWatch();
  let kills = 0;

  return {
    reopens: true,
    shares: true,
    settleMs: 10_000,
    open: (space) => fileStore(rootOf(space), options),
    dispose: (space) => rm(rootOf(space), { recursive: true, force: true }),

    async appendElsewhere({ space, ...append }) {
      const argument = { root: rootOf(space), append };
      return (await runChild('append-child.ts', argument)) as AppendResult | null; // what it prints
    },
    async killedAppend({ space, ...append }) {
      const point = KILL_POINTS[kills % KILL_POINTS.length];
      kills += 1;
      await startChild('append-child.ts', { root: rootOf(space), append, point }).gone;
    },
    async loseReply() {
      const undo = await onDataSync(async (real) => {
        undo();
        await real();
        throw Object.assign(new Error('the disk does not answer'), { code: 'EIO' });
      });
    },
    outage: {
      // With a file in its place it is away for certain, also for a store that never saw it.
      async begin({ space }) {
        await mkdir(rootOf(space), { recursive: true });
        await rename(rootOf(space), `${rootOf(space)}.away`);
        await writeFile(rootOf(space), '');
      },
      async end({ space }) {
        await rm(rootOf(space));
        await rename(`${rootOf(space)}.away`, rootOf(space));
      },
    },
    damage: ({ space, sessionId, seq }) =>
      changeLine(rootOf(space), sessionId, seq + 1, (line) => '\0'.repeat(line.length)),
    async rewind({ space, sessionId, version }) {
      const { log } = sessionPaths(rootOf(space), sessionId);
      const lines = (await readFile(log, 'utf8')).split('\n');
      await writeFile(log, `${lines.slice(0, version + 1).join('\n')}\n`);
    },
    makeTooNew: ({ space, sessionId }) =>
      changeLine(rootOf(space), sessionId, 0, (line) =>
        JSON.stringify({ ...(JSON.parse(line) as object), version: 99 }),
      ),
    dropHints: hints.drop,
    countBytesRead: () => bytesRead,
    async countHandles(space) {
      const files = await Promise.all(
        (await readdir('/proc/self/fd').catch(() => [])).map((fd) =>
          readlink(`/proc/self/fd/${fd}`).catch(() => ''),
        ),
      );
      const resources = process
        .getActiveResourcesInfo()
        .filter((name) => name === 'FSEventWrap' || name === 'Timeout');
      return files.filter((path) => path.startsWith(rootOf(space))).length + resources.length;
    },
  };
}

async function changeLine(
  root: string,
  sessionId: string,
  index: number,
  change: (line: string) => string,
): Promise<void> {
  const { log } = sessionPaths(root, sessionId);
  const lines = (await readFile(log, 'utf8')).split('\n');
  await writeFile(log, lines.map((line, n) => (n === index ? change(line) : line)).join('\n'));
}

/** Lets the suite silence every watcher that is open now. */
function interceptWatch(): { drop(): void } {
  const real = fs.watch;
  const open = new Set<fs.FSWatcher>();
  // The cast: the real function has many forms, and is given whatever arguments came.
  fs.watch = ((...args: Parameters<typeof real>) => {
    const watcher = real(...args);
    open.add(watcher);
    watcher.once('close', () => open.delete(watcher));
    return watcher;
  }) as typeof real;
  syncBuiltinESMExports();
  return {
    drop() {
      for (const watcher of open) watcher.removeAllListeners('change');
    },
  };
}
