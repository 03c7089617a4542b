import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test, type TestContext } from 'vitest';
import { makeFolder } from './support/child.ts';
import type { Report, Shortage } from './support/exhaust.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('support/exhaust.ts', import.meta.url));

/** Runs the script that uses something up, in a shell that sets the stage: `$1 $2 $3` is the script. */
async function exhaust(
  shortage: Shortage,
  { stage, folder }: { readonly stage: string; readonly folder: string },
): Promise<Report> {
  const argument = JSON.stringify({ root: `${folder}/store`, shortage });
  const words = ['-c', stage, 'sh', process.execPath, script, argument, folder];
  const { stdout } = await run('sh', words, { encoding: 'utf8' });
  return JSON.parse(stdout) as Report; // what the script prints
}

/** Whether a shell can do what a test needs; prints why it is left out where not. */
async function canDo(context: TestContext, what: string, command: string): Promise<void> {
  try {
    await run('sh', ['-c', command]);
  } catch {
    console.info(`Skipped: ${context.task.name}: ${what}`);
    context.skip(what);
  }
}

function checkTold(report: Report, root: string): void {
  expect(report.code).toBe('store_unavailable');
  expect(report.message).not.toContain(root);
  expect(report.message).toContain('Nothing was written');
}

describe('when something runs out, the append says so, nothing of it is seen, and the next one works', () => {
  test('a disk that is full', async (context) => {
    await canDo(context, 'no right to mount a small disk', 'unshare --map-root-user --mount true');
    const folder = await makeFolder();
    const mount = 'mount -t tmpfs -o size=128k tmpfs "$4" && exec "$1" "$2" "$3"';
    const stage = `exec unshare --map-root-user --mount sh -c '${mount}' sh "$@"`;
    const report = await exhaust('disk', { stage, folder });
    checkTold(report, folder);
    expect(report.cause).toBe('ENOSPC');
    expect(report.during).toBe(report.before);
    expect(report.after).toBe(report.before + 3);
  });

  test('the size that a file may have', async () => {
    const folder = await makeFolder();
    // 40 blocks of 512 or 1,024 bytes; the runtime ignores the signal that comes with it.
    const report = await exhaust('file size', { stage: 'ulimit -f 40; exec "$@"', folder });
    checkTold(report, folder);
    expect(report.cause).toBe('EFBIG');
    expect(report.during).toBeGreaterThan(0);
    expect(report.after).toBe(3);
  });

  test('the files that a process may open', async () => {
    const folder = await makeFolder();
    const report = await exhaust('open files', { stage: 'ulimit -n 100; exec "$@"', folder });
    checkTold(report, folder);
    expect(report.cause).toBe('EMFILE');
    expect(report).toMatchObject({ before: 3, during: 'store_unavailable', after: 6 });
  });

  test('the right to write', async (context) => {
    const isRoot = process.getuid?.() === 0;
    if (isRoot) await canDo(context, 'root may write everywhere', 'setpriv --reuid=65534 true');
    const folder = await makeFolder();
    const stage = isRoot
      ? 'chmod -R 777 "$4"; exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@"'
      : 'exec "$@"';
    await mkdir(folder, { recursive: true });
    const report = await exhaust('permission', { stage, folder });
    checkTold(report, folder);
    expect(report.cause).toBe('EACCES');
    expect(report).toMatchObject({ before: 3, during: 3, after: 6 });
  });
});
