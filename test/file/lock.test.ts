import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, test, type TestContext } from 'vitest';
import { fileStore, type FileStore, type FileStoreOptions } from '../../src/file/index.ts';
import { thisOwner } from '../../src/file/lock-owner.ts';
import { acquireLock, sweep } from '../../src/file/session-lock.ts';
import { makeFolder, startChild, type Child } from './support/child.ts';
import { event, folderOf, logOf, numbersIn, SESSION } from './support/log.ts';

let root: string;
let directory: string;
const opened: FileStore[] = [];
const never = { signal: new AbortController().signal };

beforeEach(async () => {
  root = await makeFolder();
  directory = folderOf(root);
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

function open(options?: FileStoreOptions): FileStore {
  const made = fileStore(root, options);
  opened.push(made);
  return made;
}

/** A lock that some other process seems to have made. */
async function leaveLock(change: object, ageMs = 0): Promise<void> {
  await mkdir(directory, { recursive: true });
  const owner = { token: 'a'.repeat(24), ...(await thisOwner()), ...change };
  await writeFile(join(directory, 'lock'), `${JSON.stringify(owner)}\n`);
  const time = new Date(Date.now() - ageMs);
  await utimes(join(directory, 'lock'), time, time);
}

async function holdElsewhere(): Promise<Child> {
  const child = startChild('hold-lock.ts', { directory });
  await Promise.race([once(child.process.stdout ?? child.process, 'data'), child.gone]);
  return child;
}

/** Leaves a test out where the start of a process cannot be looked up, and says so. */
function needsProc(context: TestContext): void {
  if (existsSync('/proc/self/stat')) return;
  console.info(`Skipped: ${context.task.name}: this system has no /proc`);
  context.skip('this system has no /proc');
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

describe('a lock that nobody holds any more is taken over', () => {
  const append = () => open().append(SESSION, [event(0)], { expectedVersion: 0 });
  const lockFiles = async () => (await readdir(directory)).filter((name) => name !== 'lock');

  test('at once when its process is dead', async () => {
    const child = await holdElsewhere();
    child.process.kill('SIGKILL');
    await child.gone;
    expect(await readdir(directory)).toContain('lock');
    expect(await timed(append)).toBeLessThan(3_000);
    expect(await lockFiles()).toEqual(['events.jsonl']);
  });

  test('at once when its process is dead and its parent takes no notice', async (context) => {
    needsProc(context);
    // A shell that becomes a program which never looks after its children: the dead one stays a zombie.
    const script = fileURLToPath(new URL('support/hold-lock.ts', import.meta.url));
    const words = ['-c', '"$@" & exec sleep 60', 'sh', process.execPath, script];
    const parent = spawn('sh', [...words, JSON.stringify({ directory })], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(parent.stdout, 'data');
    const { pid } = JSON.parse(await readFile(join(directory, 'lock'), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => readFile(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
    expect(await timed(append)).toBeLessThan(3_000);
    parent.kill('SIGKILL');
  });

  test('at once when its process id belongs to another process now', async (context) => {
    needsProc(context);
    await leaveLock({ start: '1' });
    expect(await timed(append)).toBeLessThan(3_000);
  });

  test.each([
    ['empty', ''],
    ['torn', '{"token":"aaaaaaaaaaaa'],
    ['foreign', '4711\n'],
    ['one that would leave the folder', JSON.stringify({ token: '../../x', pid: 1 })],
  ])('after a moment when it is %s', async (_, content) => {
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'lock'), content);
    const waited = await timed(append);
    expect(waited).toBeGreaterThan(1_000);
    expect(waited).toBeLessThan(6_000);
    expect(await lockFiles()).toEqual(['events.jsonl']);
    expect(await readdir(root)).toEqual([SESSION]);
  });

  test('when its machine or container cannot be looked into and it shows no sign of life', async () => {
    await leaveLock({ place: 'another machine' }, 20_000);
    expect(await timed(append)).toBeLessThan(3_000);
  });

  test('when a thread of this process was ended', async () => {
    await leaveLock({ thread: 4711 }, 20_000);
    expect(await timed(append)).toBeLessThan(3_000);
  });

  test('also when those who took it over died in the middle of that, one after the other', async (context) => {
    needsProc(context);
    await leaveLock({ start: '1', token: 'a'.repeat(24) });
    const dead = { ...(await thisOwner()), start: '1' };
    for (const [of, by] of ['ab', 'bc', 'cd']) {
      const text = JSON.stringify({ ...dead, token: String(by).repeat(24) });
      await writeFile(join(directory, `lock.${String(of).repeat(24)}`), text);
    }
    expect(await timed(append)).toBeLessThan(3_000);
    expect(await lockFiles()).toEqual(['events.jsonl']);
  });
});

describe('a lock that is held', () => {
  test('is waited for, within bounds, and never broken', async () => {
    await open().append(SESSION, [event(0)], { expectedVersion: 0 });
    const child = await holdElsewhere();
    const content = await readFile(join(directory, 'lock'));
    child.process.kill('SIGSTOP'); // alive, but without any sign of life
    const store = open({ lockTimeoutMs: 700 });
    const waited = await timed(async () => {
      const append = store.append(SESSION, [event(1)], { expectedVersion: 1 });
      await expect(append).rejects.toMatchObject({
        code: 'store_unavailable',
        message: expect.stringContaining('another process is writing to this session'),
      });
    });
    expect(waited).toBeGreaterThan(600);
    expect(waited).toBeLessThan(5_000);
    expect(await readFile(join(directory, 'lock'))).toEqual(content);
    // Readers need no lock.
    expect(await numbersIn(store)).toEqual([0]);

    child.process.kill('SIGCONT');
    child.process.kill('SIGKILL');
    await child.gone;
    await store.append(SESSION, [event(1)], { expectedVersion: 1 });
    expect(await numbersIn(store)).toEqual([0, 1]);
  });

  test.each([
    ['of a machine or container that cannot be looked into', { place: 'another machine' }],
    ['of a thread of this process', { thread: 4711 }],
  ])('%s counts as long as it shows a sign of life', async (_, change) => {
    await leaveLock(change);
    const store = open({ lockTimeoutMs: 500 });
    const append = store.append(SESSION, [event(0)], { expectedVersion: 0 });
    await expect(append).rejects.toMatchObject({ code: 'store_unavailable' });
  });

  test('lets those who gave up go, and the others wait on', async () => {
    const child = await holdElsewhere();
    const store = open();
    const controller = new AbortController();
    const { signal } = controller;
    const reason = new Error('given up');
    const given = store.append(SESSION, [event(0)], { expectedVersion: 0, signal });
    const patient = store.append(SESSION, [event(1)], { expectedVersion: 0 });
    controller.abort(reason);
    await expect(given).rejects.toBe(reason);
    child.process.kill('SIGKILL');
    await patient;
    expect(await numbersIn(store)).toEqual([1]);
  });

  test('is waited for also by those whose place in the queue was cleared away', async () => {
    await open().append(SESSION, [event(0)], { expectedVersion: 0 });
    const child = await holdElsewhere();
    const patient = open().append(SESSION, [event(1)], { expectedVersion: 1 });
    const ticket = async () => (await readdir(directory)).find((name) => name.endsWith('.new'));
    await expect.poll(ticket).toBeDefined();
    await rm(join(directory, (await ticket()) ?? ''));
    child.process.kill('SIGKILL');
    expect(await patient).toMatchObject({ version: 2 });
  });

  test('leaves no file of those who waited in vain', async () => {
    const child = await holdElsewhere();
    const store = open({ lockTimeoutMs: 100 });
    const append = store.append(SESSION, [event(0)], { expectedVersion: 0 });
    await expect(append).rejects.toMatchObject({ code: 'store_unavailable' });
    await store.close();
    expect(await readdir(directory)).toEqual(['lock']);
    child.process.kill('SIGKILL');
    await child.gone;
  });
});

describe('of many who see the same dead lock', () => {
  test('one at a time gets it', async (context) => {
    needsProc(context);
    let inside = 0;
    let most = 0;
    let turns = 0;
    for (let round = 0; round < 15; round += 1) {
      await leaveLock({ start: '1', token: String(round).padStart(24, '0') });
      await Promise.all(
        Array.from({ length: 12 }, async () => {
          const lock = await acquireLock(directory, never);
          inside += 1;
          turns += 1;
          most = Math.max(most, inside);
          if (lock.wasTaken) await sweep(directory);
          expect(await lock.isOurs()).toBe(true);
          inside -= 1;
          await lock.release();
        }),
      );
    }
    expect({ most, turns }).toEqual({ most: 1, turns: 15 * 12 });
    expect(await readdir(directory)).toEqual([]);
  });
});

describe('an owner that lost its lock because it paused', () => {
  test('cannot change the log any more, and is told that the outcome is unknown', async () => {
    await open().append(SESSION, [event(0)], { expectedVersion: 0 });
    const slow = await acquireLock(directory, never);
    // Seen from elsewhere, where its process cannot be looked up, it is silent.
    await leaveLockInPlace({ place: 'another machine' }, 20_000);
    const other = open();
    await other.append(SESSION, [event(1)], { expectedVersion: 1 });
    expect(await slow.isOurs()).toBe(false);
    await slow.release();
    await other.append(SESSION, [event(2)], { expectedVersion: 2 });
    expect(await numbersIn(other)).toEqual([0, 1, 2]);
  });

  test('does not write into the log of its successor', async () => {
    const first = open();
    await first.append(SESSION, [event(0)], { expectedVersion: 0 });
    await first.close(); // its lock is gone, and cannot take the one below with it
    const store = open();
    const { open: openFile } = await import('node:fs/promises');
    const late = await openFile(logOf(root), 'a');
    await leaveLock({ place: 'another machine' }, 20_000);
    await open().append(SESSION, [event(1)], { expectedVersion: 1 });
    await late.write('{"seq":1,"type":"late"}\n');
    await late.close();
    expect(await numbersIn(store)).toEqual([0, 1]);
    expect((await store.inspect(SESSION))?.damage).toEqual([]);
  });
});

/** Changes what a lock says of its owner, in the same file. */
async function leaveLockInPlace(change: object, ageMs: number): Promise<void> {
  const path = join(directory, 'lock');
  const owner = JSON.parse(await readFile(path, 'utf8')) as object;
  await writeFile(path, `${JSON.stringify({ ...owner, ...change })}\n`);
  const time = new Date(Date.now() - ageMs);
  await utimes(path, time, time);
}
