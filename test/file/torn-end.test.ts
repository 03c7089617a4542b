import { appendFile, readFile, readdir, truncate, writeFile } from 'node:fs/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { fileStore, type FileStore } from '../../src/file/index.ts';
import { makeFolder } from './support/child.ts';
import { digestOf, event, folderOf, logOf, numbersIn, SESSION } from './support/log.ts';

let root: string;
let store: FileStore;
const opened: FileStore[] = [];

beforeEach(async () => {
  root = await makeFolder();
  store = open();
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

function open(): FileStore {
  const made = fileStore(root);
  opened.push(made);
  return made;
}

async function readAll(): Promise<unknown> {
  return {
    read: await store.read(SESSION),
    tail: await store.tail(SESSION, 1),
    range: await store.read(SESSION, { fromSeq: 1, limit: 1 }),
    list: await store.list(),
    inspect: (await store.inspect(SESSION))?.damage,
  };
}

describe('a last record that is cut', () => {
  // A record with characters of two, three and four bytes, so that some cuts lie inside one.
  const last = event(2, 'ö – 🙂');

  test.each([
    ['nothing', ''],
    ['an empty line', '\n'],
    ['two empty lines', '\n\n'],
  ])(
    'at any byte, with %s behind it, is not there for readers and cut by the next writer',
    async (_, behind) => {
      await store.append(SESSION, [event(0)], { expectedVersion: 0 });
      await store.append(SESSION, [event(1)], { expectedVersion: 1 });
      const before = await readFile(logOf(root));
      await store.append(SESSION, [last], { expectedVersion: 2 });
      const after = await readFile(logOf(root));
      const expected = { version: 2, events: [event(0), event(1)] };

      // Without its newline a record is not whole; with one in the right place it is.
      for (let cut = before.length; cut < after.length; cut += 1) {
        if (cut === after.length - 1 && behind !== '') continue;
        await writeFile(logOf(root), Buffer.concat([after.subarray(0, cut), Buffer.from(behind)]));
        const digest = await digestOf(root);
        const { read, tail } = (await readAll()) as Record<string, unknown>;
        expect(read).toMatchObject(expected);
        expect(tail).toMatchObject({ version: 2, events: [event(1)] });
        expect(await digestOf(root)).toBe(digest);
        if (cut % 8 !== 0) continue; // a synced append for each byte takes long
        await store.append(SESSION, [event(3)], { expectedVersion: 2 });
        expect(await numbersIn(store)).toEqual([0, 1, 3]);
      }
    },
  );

  test('is kept in a file of its own', async () => {
    await store.append(SESSION, [event(0)], { expectedVersion: 0 });
    const torn = '{"v":1,"seq":1,"ty';
    await appendFile(logOf(root), torn);
    expect(await store.inspect(SESSION)).toMatchObject({
      version: 1,
      damage: [],
      torn: { line: 3, length: torn.length },
      setAside: [],
    });
    await store.append(SESSION, [event(1)], { expectedVersion: 1 });
    const inspection = await store.inspect(SESSION);
    expect(inspection).toMatchObject({ version: 2, damage: [], torn: null });
    const [kept = ''] = inspection?.setAside ?? [];
    expect(await readFile(`${folderOf(root)}/${kept}`, 'utf8')).toBe(torn);
  });

  test('does not stop an append that comes too late from being told so', async () => {
    await store.append(SESSION, [event(0)], { expectedVersion: 0 });
    await appendFile(logOf(root), '{"seq":1,');
    const digest = await digestOf(root);
    const late = store.append(SESSION, [event(9)], { expectedVersion: 2 });
    await expect(late).rejects.toMatchObject({ code: 'version_conflict', actual: 1 });
    expect(await digestOf(root)).toBe(digest);
  });
});

describe('a batch', () => {
  test('of which only some lines arrived is not there at all', async () => {
    await store.append(SESSION, [event(0)], { expectedVersion: 0 });
    const start = (await readFile(logOf(root))).length;
    await store.append(SESSION, [event(1), event(2), event(3)], { expectedVersion: 1 });
    const whole = await readFile(logOf(root));
    for (let cut = start; cut < whole.length; cut += 1) {
      await writeFile(logOf(root), whole.subarray(0, cut));
      expect(await numbersIn(store)).toEqual([0]);
      expect((await store.tail(SESSION, 2))?.version).toBe(1);
    }
    await store.append(SESSION, [event(4), event(5)], { expectedVersion: 1 });
    expect(await numbersIn(open())).toEqual([0, 4, 5]);
  });

  test('that created the session counts for nothing until it is whole', async () => {
    await store.append(SESSION, [event(0), event(1)], { expectedVersion: 0 });
    const whole = await readFile(logOf(root));
    const header = whole.indexOf('\n') + 1;
    for (let cut = 0; cut < header; cut += 1) {
      await writeFile(logOf(root), whole.subarray(0, cut));
      expect(await store.read(SESSION)).toBeNull();
      expect((await store.list()).sessions).toEqual([]);
    }
    await store.append(SESSION, [event(2)], { expectedVersion: 0 });
    expect(await numbersIn(store)).toEqual([2]);
  });
});

describe('a file without one complete record counts as never created', () => {
  test.each([
    ['an empty file', ''],
    ['a file of one newline', '\n'],
    ['a file of newlines', '\n\n\n'],
    ['a file of NUL bytes', '\0'.repeat(500)],
    ['a header without its newline', '{"type":"session","version":1,"id":"session"}'],
    ['garbage', 'not a log\nat all\n'],
  ])('%s', async (_, content) => {
    await store.append('other', [event(0)], { expectedVersion: 0 });
    await store.append(SESSION, [event(0)], { expectedVersion: 0 });
    await writeFile(logOf(root), content);
    const digest = await digestOf(root);
    expect(await readAll()).toEqual({
      read: null,
      tail: null,
      range: null,
      list: { sessions: [expect.objectContaining({ id: 'other' })] },
      inspect: undefined,
    });
    const late = store.append(SESSION, [event(1)], { expectedVersion: 1 });
    await expect(late).rejects.toMatchObject({ code: 'version_conflict', actual: 0 });
    expect(await digestOf(root)).toBe(digest);

    const { version } = await store.append(SESSION, [event(1)], { expectedVersion: 0 });
    expect(version).toBe(1);
    expect(await numbersIn(open())).toEqual([1]);
    // Whatever it was, it is kept.
    const names = (await readdir(folderOf(root))).filter((name) => name.endsWith('.part'));
    const kept = await Promise.all(
      names.map((name) => readFile(`${folderOf(root)}/${name}`, 'utf8')),
    );
    expect(kept).toEqual([content]);
  });
});

test('a valid last line without a newline was never finished', async () => {
  await store.append(SESSION, [event(0)], { expectedVersion: 0 });
  await store.append(SESSION, [event(1)], { expectedVersion: 1 });
  await truncate(logOf(root), (await readFile(logOf(root))).length - 1);
  expect(await numbersIn(store)).toEqual([0]);
  await store.append(SESSION, [event(2)], { expectedVersion: 1 });
  expect(await numbersIn(store)).toEqual([0, 2]);
});
