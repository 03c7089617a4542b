import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileStore, type FileStore } from '../../src/file/index.ts';
import { checkSession } from '../../src/index.ts';
import { checkedKit, todos, write } from '../support/kit.ts';
import { makeFolder } from './support/child.ts';
import { onDataSync, onLogWrite } from './support/faults.ts';
import { event, folderOf, logOf, numbersIn, SESSION } from './support/log.ts';

let root: string;
let store: FileStore;
const opened: FileStore[] = [];
let undo: () => void = () => {};

beforeEach(async () => {
  root = await makeFolder();
  store = fileStore(root);
  opened.push(store);
});
afterEach(() => undo());
afterAll(() => Promise.all(opened.map((one) => one.close())));

const failure = (code: string) => Object.assign(new Error(`${code}: ${root}`), { code });

/** Lets one write of a log take only a part of the bytes, as a disk does that gets full, and the rest fail. */
async function failWrite(code: string, part: (length: number) => number): Promise<void> {
  let writes = 0;
  undo = await onLogWrite(async (real, length) => {
    writes += 1;
    const taken = part(length);
    if (writes === 1 && taken > 0) return real(taken);
    undo();
    throw failure(code);
  });
}

describe('a write that fails', () => {
  test.each([
    ['before any byte', () => 0],
    ['in the middle', (length: number) => Math.floor(length / 2)],
    ['before its last byte', (length: number) => length - 1],
  ])('%s is refused as not stored, and the next append works', async (_, part) => {
    await store.append(SESSION, [event(0)], { expectedVersion: 0 });
    const before = await readFile(logOf(root));
    await failWrite('ENOSPC', part);
    const append = store.append(SESSION, [event(1), event(2)], { expectedVersion: 1 });
    await expect(append).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.not.stringContaining(root),
      cause: { code: 'ENOSPC' },
    });
    expect(await readFile(logOf(root))).toEqual(before);
    await store.append(SESSION, [event(3)], { expectedVersion: 1 });
    expect(await numbersIn(store)).toEqual([0, 3]);
  });

  test('while a session is created leaves no session', async () => {
    await failWrite('ENOSPC', (length) => length - 1);
    const append = store.append(SESSION, [event(0)], { expectedVersion: 0 });
    await expect(append).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(await store.read(SESSION)).toBeNull();
    expect((await store.list()).sessions).toEqual([]);
    await store.append(SESSION, [event(1)], { expectedVersion: 0 });
    expect(await numbersIn(store)).toEqual([1]);
  });

  test('of several appends together is told to those alone that did not arrive whole', async () => {
    await store.append(SESSION, [event(0)], { expectedVersion: 0 });
    await store.close(); // another instance has no lock yet, so all of them wait for it together
    store = fileStore(root);
    opened.push(store);
    await failWrite('ENOSPC', (length) => Math.floor((length * 3) / 5));
    const appends = [1, 2, 3, 4, 5, 6].map((n) =>
      store.append(SESSION, [event(n, 'x'.repeat(500))], { expectedVersion: n }),
    );
    const outcomes = await Promise.allSettled(appends);
    const stored = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(outcomes.map(({ status }) => status)).toEqual(
      outcomes.map((_, n) => (n < stored ? 'fulfilled' : 'rejected')),
    );
    expect(stored).toBeGreaterThan(1);
    expect(stored).toBeLessThan(6);
    expect(await numbersIn(store)).toEqual([0, 1, 2, 3, 4, 5, 6].slice(0, stored + 1));
    expect((await store.inspect(SESSION))?.torn).toBeNull();
    await store.append(SESSION, [event(9)], { expectedVersion: stored + 1 });
  });

  test('reaches the model as a reason, and leaves the plan as it was', async () => {
    const kit = checkedKit({ store });
    const session = kit.session(SESSION);
    const turn = await session.startTurn();
    await write(turn.tools.todo_write, todos('Before'));
    const before = await session.plan();
    await failWrite('ENOSPC', (length) => length - 1);
    await expect(write(turn.tools.todo_write, todos('After'))).rejects.toThrow(
      'todo_write could not store the list: the session store failed (no space left); the plan is unchanged',
    );
    expect(await session.plan()).toEqual(before);
    await write(turn.tools.todo_write, todos('After'));
    expect((await session.plan()).todos).toMatchObject([{ content: 'After' }]);
    expect((await checkSession(store, SESSION)).violations).toEqual([]);
  });
});

describe('a sync that fails', () => {
  test('is an unknown outcome, and a repeat counts once', async () => {
    await store.append(SESSION, [event(0)], { expectedVersion: 0 });
    undo = await onDataSync(async () => {
      undo();
      throw failure('EIO');
    });
    const append = () => store.append(SESSION, [event(1)], { expectedVersion: 1 });
    await expect(append()).rejects.toMatchObject({
      code: 'outcome_unknown',
      message: expect.not.stringContaining(root),
      cause: { code: 'EIO' },
    });
    const { ino } = await stat(logOf(root));
    expect(await append()).toMatchObject({ version: 2 });
    expect(await numbersIn(store)).toEqual([0, 1]);
    // The system may take the first bytes for synced now; only those of a new file are certain.
    expect((await stat(logOf(root))).ino).not.toBe(ino);
  });
});

describe('a directory that is taken away while the store is used', () => {
  test('is told by every call, and all is well when it is back', async () => {
    await store.append(SESSION, [event(0)], { expectedVersion: 0 });
    await rename(root, `${root}.away`);
    const code = 'store_unavailable';
    await expect(store.read(SESSION)).rejects.toMatchObject({ code });
    await expect(store.list()).rejects.toMatchObject({ code });
    await expect(store.delete(SESSION)).rejects.toMatchObject({ code });
    for (const [id, expectedVersion] of [
      [SESSION, 1],
      ['new', 0],
    ] as const) {
      const append = store.append(id, [event(1)], { expectedVersion });
      await expect(append).rejects.toMatchObject({
        code,
        message: expect.not.stringContaining(root),
      });
    }
    await expect(readFile(root)).rejects.toMatchObject({ code: 'ENOENT' });
    await rename(`${root}.away`, root);
    await store.append(SESSION, [event(1)], { expectedVersion: 1 });
    expect(await numbersIn(store)).toEqual([0, 1]);
  });

  test('and made anew is empty, and nobody goes on in it unnoticed', async () => {
    const kit = checkedKit({ store });
    const turn = await kit.session(SESSION).startTurn();
    await write(turn.tools.todo_write, todos('Before'));
    await rm(root, { recursive: true });
    await expect(write(turn.tools.todo_write, todos('Lost'))).rejects.toThrow(
      'its folder is missing',
    );
    await mkdir(root);
    await expect(write(turn.tools.todo_write, todos('Lost'))).rejects.toThrow('turn');
    expect((await store.list()).sessions).toEqual([]);
    const next = await kit.session(SESSION).startTurn();
    await write(next.tools.todo_write, todos('Next'));
    expect((await kit.session(SESSION).plan()).todos).toMatchObject([{ content: 'Next' }]);
  });

  test('with the folder of one session counts as its deletion', async () => {
    const { uid } = await store.append(SESSION, [event(0)], { expectedVersion: 0 });
    await rm(folderOf(root), { recursive: true });
    expect(await store.read(SESSION)).toBeNull();
    const late = store.append(SESSION, [event(1)], { expectedVersion: 1, expectedUid: uid });
    await expect(late).rejects.toMatchObject({ code: 'version_conflict', actual: 0 });
    expect((await store.append(SESSION, [event(0)], { expectedVersion: 0 })).uid).not.toBe(uid);
  });

  test('under an append that is on its way is never told as stored', async () => {
    await store.append(SESSION, [event(0)], { expectedVersion: 0 });
    undo = await onDataSync(async (real) => {
      undo();
      await rm(root, { recursive: true });
      await real();
    });
    const append = store.append(SESSION, [event(1)], { expectedVersion: 1 });
    const outcome = await append.then(
      () => 'stored',
      (error: unknown) => (error as { readonly code: string }).code,
    );
    // It may have been removed before the last look, or right after it.
    expect(['outcome_unknown', 'stored']).toContain(outcome);
    expect(await store.read(SESSION).catch((error: unknown) => error)).toMatchObject({
      code: 'store_unavailable',
    });
  });
});

test('a log that may not be opened any more stops no other session', async () => {
  await store.append(SESSION, [event(0)], { expectedVersion: 0 });
  await rm(logOf(root));
  await mkdir(logOf(root));
  await expect(store.read(SESSION)).rejects.toMatchObject({ code: 'store_failed' });
  const append = store.append(SESSION, [event(1)], { expectedVersion: 1 });
  await expect(append).rejects.toMatchObject({ message: expect.not.stringContaining(root) });
  await store.append('other', [event(0)], { expectedVersion: 0 });
  expect(await numbersIn(store, 'other')).toEqual([0]);
});
