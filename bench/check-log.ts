import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { print } from './compare.ts';
import { writeLog, type LogKind } from './large-log.ts';
import { timedProcess } from './timed-process.ts';

/** Megabytes of each log; CHECK_LOG_MB overrides it. */
const MEGABYTES = Number(process.env['CHECK_LOG_MB'] ?? 1000);
const COMMAND = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const BARE = fileURLToPath(new URL('parse-lines.ts', import.meta.url));

/**
 * What `ai-sdk-todo check` costs on a large log, against a process that splits its lines and parses each of them. The
 * ratio is that of the throughputs: above 1 the checker is faster.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'check-log-'));
  try {
    for (const kind of ['plans', 'foreign'] as const) {
      const path = join(folder, `${kind}.jsonl`);
      await writeLog(path, { kind, bytes: MEGABYTES * 1e6 });
      await compareOn(path, kind);
      await rm(path);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compareOn(path: string, kind: LogKind): Promise<void> {
  const { size } = await stat(path);
  await readThrough(path); // what stands in the system's cache is as fast for the one as for the other
  const bare = await timedProcess([BARE, path]);
  const ours = await timedProcess([COMMAND, 'check', '--quiet', path]);
  const again = await timedProcess([BARE, path]);
  const seconds = (bare.seconds + again.seconds) / 2;
  const rate = (took: number) => `${(size / 1e6 / took).toFixed(0)} MB/s`;
  const what = `${rate(ours.seconds)} against ${rate(seconds)}`;
  print(`check a log of ${(size / 1e9).toFixed(2)} GB (${kind})`, what, seconds / ours.seconds);
  const { first, peak } = ours;
  print(
    '  its memory, peak against the first second',
    `${peak} MB against ${first} MB`,
    peak / first,
  );
}

async function readThrough(path: string): Promise<void> {
  const file = await open(path, 'r');
  const buffer = Buffer.allocUnsafe(1 << 20);
  while ((await file.read(buffer, 0, buffer.length)).bytesRead > 0);
  await file.close();
}
