import { mkdir, rename, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { fileStore, type FileStore } from '../../src/file/index.ts';
import { makeFolder, runChild } from './support/child.ts';
import { event, folderOf, SESSION } from './support/log.ts';

let root: string;
let store: FileStore;
const opened: FileStore[] = [];

beforeEach(async () => {
  root = await makeFolder();
  store = fileStore(root);
  opened.push(store);
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

const watchers = () =>
  process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length;

/** Counts the hints of a watcher until it is stopped. */
function count(from: FileStore = store, sessionId = SESSION) {
  const leaving = new AbortController();
  let hints = 0;
  const ended = (async () => {
    for await (const _ of from.watch?.(sessionId, { signal: leaving.signal }) ?? []) hints += 1;
  })();
  return {
    async stop() {
      leaving.abort();
      await ended;
    },
    async more(run: () => Promise<unknown>) {
      await sleep(50);
      const before = hints;
      await run();
      const isWaiting = () => hints === before;
      for (let waited = 0; isWaiting() && waited < 500; waited += 1) await sleep(10);
      return hints - before;
    },
  };
}

function appendElsewhere(n: number): Promise<unknown> {
  const append = { sessionId: SESSION, events: [event(n)], options: { expectedVersion: n } };
  return runChild('append-child.ts', { root, append });
}

test('followers of one session share a watcher, and the last one to leave takes it along', async () => {
  await store.append(SESSION, [event(0)], { expectedVersion: 0 });
  const before = watchers();
  const followers = Array.from({ length: 20 }, () => count());
  expect(watchers()).toBe(before + 1);
  const other = count(store, 'other');
  expect(watchers()).toBe(before + 2);
  await Promise.all(followers.map((one) => one.stop()));
  await expect.poll(watchers).toBe(before + 1);
  await other.stop();
  await expect.poll(watchers).toBe(before);
});

test('what another process does is told: the first append, the next one, and a deletion', async () => {
  const follower = count();
  expect(await follower.more(() => appendElsewhere(0))).toBeGreaterThan(0);
  expect(await follower.more(() => appendElsewhere(1))).toBeGreaterThan(0);
  const other = fileStore(root);
  expect(await follower.more(() => other.delete(SESSION))).toBeGreaterThan(0);
  expect(await follower.more(() => appendElsewhere(0))).toBeGreaterThan(0);
  await other.close();
  await follower.stop();
});

test('a directory that does not exist yet, or is put in place of another, is noticed', async () => {
  const base = await makeFolder();
  root = `${base}/later`;
  const late = fileStore(root);
  opened.push(late);
  const follower = count(late);
  expect(await follower.more(() => appendElsewhere(0))).toBeGreaterThan(0);
  expect(await follower.more(() => rename(root, `${root}.away`))).toBeGreaterThan(0);
  expect(await follower.more(() => rename(`${root}.away`, root))).toBeGreaterThan(0);
  expect(await follower.more(() => appendElsewhere(1))).toBeGreaterThan(0);
  await follower.stop();
});

test('where the folder of a session vanishes without a word, the slow poll sees it', async () => {
  await store.append(SESSION, [event(0)], { expectedVersion: 0 });
  const follower = count();
  expect(await follower.more(() => rm(folderOf(root), { recursive: true }))).toBeGreaterThan(0);
  expect(
    await follower.more(async () => {
      await mkdir(folderOf(root));
      await appendElsewhere(0);
    }),
  ).toBeGreaterThan(0);
  await follower.stop();
});

test('locks that come and go are no change', async () => {
  await store.append(SESSION, [event(0)], { expectedVersion: 0 });
  await sleep(100);
  const follower = count();
  await sleep(100);
  const refused = async () => {
    const other = fileStore(root);
    await other.append(SESSION, [event(9)], { expectedVersion: 5 }).catch(() => {});
    await other.close();
    await sleep(100);
  };
  const leaving = sleep(300).then(() => follower.stop());
  expect(await Promise.race([follower.more(refused), leaving.then(() => 0)])).toBe(0);
  await leaving;
});
