import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { fileStore, type FileStore, type FileStoreOptions } from '../../src/file/index.ts';
import { makeFolder } from './support/child.ts';
import { onDataSync } from './support/faults.ts';
import { event, logOf, numbersIn, SESSION } from './support/log.ts';

let root: string;
let undo: () => void = () => {};
const opened: FileStore[] = [];

beforeEach(async () => {
  root = await makeFolder();
});
afterEach(() => undo());
afterAll(() => Promise.all(opened.map((one) => one.close())));

async function openWithSession(options?: FileStoreOptions): Promise<FileStore> {
  const store = fileStore(root, options);
  opened.push(store);
  await store.append(SESSION, [event(0)], { expectedVersion: 0 });
  return store;
}

test('appends that come together share a sync, in the order in which they were called', async () => {
  const store = await openWithSession();
  let syncs = 0;
  undo = await onDataSync(async (real) => {
    syncs += 1;
    await real();
  });
  const settled: number[] = [];
  await Promise.all(
    Array.from({ length: 100 }, async (_, n) => {
      await store.append(SESSION, [event(n + 1)], { expectedVersion: n + 1 });
      settled.push(n);
    }),
  );
  expect(syncs).toBeLessThan(10);
  expect(settled).toEqual(Array.from({ length: 100 }, (_, n) => n));
  expect(await numbersIn(store)).toEqual(Array.from({ length: 101 }, (_, n) => n));
});

test('an append resolves only after a sync that began when its bytes were written', async () => {
  const store = await openWithSession();
  const synced = new Set<string>();
  undo = await onDataSync(async (real) => {
    const text = await readFile(logOf(root), 'utf8');
    await sleep(2);
    await real();
    for (const [, id] of text.matchAll(/"id":"(event \d+)"/g)) synced.add(id ?? '');
  });
  let version = 1;
  const early: number[] = [];
  const append = async (n: number) => {
    await store.append(SESSION, [event(n)], { expectedVersion: n });
    if (!synced.has(`event ${n}`)) early.push(n);
  };
  for (let round = 0; round < 20; round += 1) {
    const together = 1 + (round % 4);
    const pending = Array.from({ length: together }, (_, n) => append(version + n));
    if (round % 3 === 0) await sleep(1);
    version += together;
    // The next ones are called while these are being synced.
    if (round % 2 === 0) await Promise.all(pending);
  }
  await store.close();
  expect(early).toEqual([]);
  expect(synced.size).toBe(version);
});

test('a conflict among appends that come together is told to the later one alone', async () => {
  const store = await openWithSession();
  const outcomes = await Promise.allSettled([
    store.append(SESSION, [event(1)], { expectedVersion: 1 }),
    store.append(SESSION, [event(2)], { expectedVersion: 1 }),
    store.append(SESSION, [event(3)], { expectedVersion: 2 }),
    store.append(SESSION, [event(1)], { expectedVersion: 1 }),
  ]);
  expect(outcomes).toMatchObject([
    { status: 'fulfilled', value: { version: 2 } },
    { status: 'rejected', reason: { code: 'version_conflict', expected: 1, actual: 2 } },
    { status: 'fulfilled', value: { version: 3 } },
    // A repeat of the first one, with the same id.
    { status: 'fulfilled', value: { version: 2 } },
  ]);
  expect(await numbersIn(store)).toEqual([0, 1, 3]);
});

test("durability 'os' never waits for the disk", async () => {
  let syncs = 0;
  undo = await onDataSync(async (real) => {
    syncs += 1;
    await real();
  });
  const store = await openWithSession({ durability: 'os' });
  for (let n = 1; n < 10; n += 1) await store.append(SESSION, [event(n)], { expectedVersion: n });
  expect(syncs).toBe(0);
  expect(await numbersIn(store)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('appends, deletions and repairs of one session keep the order of their calls', async () => {
  const store = await openWithSession();
  const outcomes = await Promise.allSettled([
    store.append(SESSION, [event(1)], { expectedVersion: 1 }),
    store.delete(SESSION),
    store.append(SESSION, [event(2)], { expectedVersion: 2 }),
    store.append(SESSION, [event(3)], { expectedVersion: 0 }),
    store.repair(SESSION),
    store.append(SESSION, [event(4)], { expectedVersion: 1 }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect(await numbersIn(store)).toEqual([3, 4]);
});

test('a call that takes too long says that its outcome is unknown, and a repeat tells', async () => {
  const store = await openWithSession({ timeoutMs: 200 });
  undo = await onDataSync(async (real) => {
    undo();
    await sleep(600);
    await real();
  });
  const append = () => store.append(SESSION, [event(1)], { expectedVersion: 1 });
  const waiting = store.append(SESSION, [event(2)], { expectedVersion: 1 });
  const first = append();
  await expect(waiting).rejects.toMatchObject({ code: 'outcome_unknown' });
  // What had not begun is known to have left nothing.
  await expect(first).rejects.toMatchObject({
    code: expect.stringMatching(/outcome_unknown|store_unavailable/),
  });
  await sleep(700);
  await expect(append()).rejects.toMatchObject({ code: 'version_conflict' });
  const repeat = await store.append(SESSION, [event(2)], { expectedVersion: 1 });
  expect(repeat.version).toBe(2);
});
