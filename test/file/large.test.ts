import { execFile } from 'node:child_process';
import { appendFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fileStore } from '../../src/file/index.ts';
import { makeFolder } from './support/child.ts';
import { event, logOf, SESSION } from './support/log.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('support/large.ts', import.meta.url));
const MEGABYTE = 1024 * 1024;

test('a session of 200 MB and 1,000 others are read and listed within a heap of 256 MB', async () => {
  const root = await makeFolder();
  try {
    const argument = JSON.stringify({ root, events: 33_000, items: 100, sessions: 1_000 });
    const heap = '--max-old-space-size=256';
    const { stdout } = await run(process.execPath, [heap, script, argument], { encoding: 'utf8' });
    const seen = JSON.parse(stdout) as Readonly<Record<string, number>>; // what the script prints
    console.info(`Reading a large session: ${stdout.trim()}`);
    expect(seen['bytes']).toBeGreaterThan(190 * MEGABYTE);
    // What the flag sets, with the space for young objects.
    expect(seen['heapLimit']).toBeLessThan(512 * MEGABYTE);
    expect(seen).toMatchObject({
      version: 33_000,
      items: 100,
      first: 16_500,
      appended: 33_001,
      sessions: 1_001,
    });
    // Bounds that even a busy machine keeps; the benchmark tells how long it takes.
    expect(seen['planMs']).toBeLessThan(1_000);
    expect(seen['middleMs']).toBeLessThan(1_000);
    expect(seen['appendMs']).toBeLessThan(2_000);
    expect(seen['listMs']).toBeLessThan(10_000);
  } finally {
    await rm(root, { recursive: true });
  }
}, 120_000);

test('a line of 64 MB is read, and what stands before and behind it too', async () => {
  const root = await makeFolder();
  const store = fileStore(root);
  await store.append(SESSION, [event(0)], { expectedVersion: 0 });
  await store.append(SESSION, [event(1, 'x'.repeat(64 * MEGABYTE))], { expectedVersion: 1 });
  await store.append(SESSION, [event(2)], { expectedVersion: 2 });
  expect((await store.tail(SESSION, 1))?.events).toMatchObject([event(2)]);
  const [large] = (await store.read(SESSION, { fromSeq: 1, limit: 1 }))?.events ?? [];
  expect(large).toMatchObject({ data: { pad: expect.any(String) } });
  expect(JSON.stringify(large?.data).length).toBeGreaterThan(64 * MEGABYTE);
  expect((await store.read(SESSION, { fromSeq: 2 }))?.events).toMatchObject([event(2)]);
  // A torn one is passed over without being read as a line.
  await appendFile(logOf(root), 'x'.repeat(64 * MEGABYTE));
  expect((await store.tail(SESSION, 1))?.version).toBe(3);
  await store.append(SESSION, [event(3)], { expectedVersion: 3 });
  expect((await store.inspect(SESSION))?.damage).toEqual([]);
  await store.close();
  await rm(root, { recursive: true });
}, 60_000);
