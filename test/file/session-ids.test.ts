import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { fileStore, type FileStore } from '../../src/file/index.ts';
import { makeFolder } from './support/child.ts';
import { event, folderOf, logOf, numbersIn } from './support/log.ts';

const IDS = [
  '../../x',
  '../x',
  '..',
  '.',
  '/abs',
  'a:b',
  'a/b',
  'a_b',
  'a\\b',
  'CON',
  'con',
  'nul',
  'a.',
  'a',
  'A',
  'Team',
  'team',
  'a\u0001b',
  'a\nb',
  'a\0b',
  'x'.repeat(300),
  'x'.repeat(512),
  '🙂'.repeat(256),
  '%2e%2e',
  'a*',
  '{t}',
  'a}b',
  'é',
  'e\u0301',
  ' ',
  '-rf',
  '=',
  '__proto__',
  'events.jsonl',
  'lock',
];

let base: string;
let root: string;
let store: FileStore;
const opened: FileStore[] = [];

beforeEach(async () => {
  base = await makeFolder();
  root = join(base, 'one', 'two', 'store');
  store = fileStore(root);
  opened.push(store);
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

test('every well-formed id is written, read, listed and deleted as itself, and nothing leaves the directory', async () => {
  for (const [n, id] of IDS.entries()) {
    await store.append(id, [event(n)], { expectedVersion: 0, parentSession: id });
  }
  for (const [n, id] of IDS.entries()) {
    expect(await numbersIn(store, id)).toEqual([n]);
    expect((await store.tail(id, 1))?.header).toMatchObject({ id, parentSession: id });
  }
  const { sessions } = await store.list({ limit: 1_000 });
  expect(sessions.map(({ id }) => id).toSorted()).toEqual(IDS.toSorted());

  expect(await readdir(base)).toEqual(['one']);
  expect(await readdir(dirname(root))).toEqual(['store']);
  const folders = await readdir(root);
  expect(folders).toHaveLength(IDS.length);
  expect(new Set(folders.map((name) => name.toLowerCase())).size).toBe(IDS.length);

  for (const id of IDS) await store.delete(id);
  expect(await store.list()).toEqual({ sessions: [] });
  expect(await readdir(root)).toEqual([]);
});

test('any other id is refused by every method, and leaves nothing', async () => {
  for (const id of ['', 'x'.repeat(513), '\uD800', 5, null, undefined] as unknown[]) {
    const wrong = id as string; // JavaScript callers can pass anything
    const code = 'invalid_session_id';
    await expect(store.append(wrong, [event(0)], { expectedVersion: 0 })).rejects.toMatchObject({
      code,
    });
    await expect(store.read(wrong)).rejects.toMatchObject({ code });
    await expect(store.tail(wrong, 1)).rejects.toMatchObject({ code });
    await expect(store.delete(wrong)).rejects.toMatchObject({ code });
    await expect(store.inspect(wrong)).rejects.toMatchObject({ code });
    await expect(store.repair(wrong)).rejects.toMatchObject({ code });
    expect(() => store.watch?.(wrong, {})).toThrow('A session id must be');
  }
  expect(await readdir(base)).toEqual([]);
});

test('reading, listing, watching and refusing create nothing', async () => {
  expect(await store.read('absent')).toBeNull();
  expect(await store.tail('absent', 1)).toBeNull();
  expect(await store.inspect('absent')).toBeNull();
  expect(await store.list()).toEqual({ sessions: [] });
  await store.delete('absent');
  for await (const _ of store.watch?.('absent', {}) ?? []) break;
  const late = store.append('absent', [event(0)], { expectedVersion: 3 });
  await expect(late).rejects.toMatchObject({ code: 'version_conflict', actual: 0 });
  const replaced = store.append('absent', [event(0)], { expectedVersion: 0, expectedUid: 'gone' });
  await expect(replaced).rejects.toMatchObject({ code: 'version_conflict' });
  expect(await readdir(base)).toEqual([]);
});

test('the directory and its folders are open to their owner only, and so are the files', async () => {
  const mask = process.umask(0);
  try {
    await store.append('s', [event(0)], { expectedVersion: 0 });
  } finally {
    process.umask(mask);
  }
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
  expect(await modeOf(root)).toBe('700');
  expect(await modeOf(folderOf(root, 's'))).toBe('700');
  expect(await modeOf(logOf(root, 's'))).toBe('600');
});

test('what else lies in the directory is neither listed nor touched', async () => {
  await store.append('mine', [event(0)], { expectedVersion: 0 });
  await mkdir(join(root, 'empty'));
  await mkdir(join(root, 'Foreign Folder'));
  await writeFile(join(root, 'Foreign Folder', 'events.jsonl'), '{"type":"session"}\n');
  await writeFile(join(root, '.DS_Store'), 'x');
  await writeFile(join(root, 'file'), 'x');
  await writeFile(join(folderOf(root, 'mine'), 'notes.txt'), 'of a person');
  expect((await store.list()).sessions.map(({ id }) => id)).toEqual(['mine']);
  await store.delete('mine');
  expect(await readdir(folderOf(root, 'mine'))).toEqual(['notes.txt']);
  expect((await readdir(root)).toSorted()).toEqual(
    ['.DS_Store', 'Foreign Folder', 'empty', 'file', 'mine'].toSorted(),
  );
});

describe('the options', () => {
  test.each([
    ['', undefined],
    [5, undefined],
    ['x', { durability: 'none' }],
    ['x', { timeoutMs: 0 }],
    ['x', { timeoutMs: '10' }],
    ['x', { lockTimeoutMs: -1 }],
  ])('%j %j are refused at once', (directory, options) => {
    // The casts: JavaScript callers can pass anything.
    expect(() => fileStore(directory as string, options as object)).toThrow(
      expect.objectContaining({ code: 'invalid_option' }),
    );
  });

  test('state what the store promises', () => {
    const durabilityOf = (durability?: 'disk' | 'os') =>
      fileStore(root, { durability }).capabilities.durability;
    expect([durabilityOf(), durabilityOf('disk'), durabilityOf('os')]).toEqual([
      'disk',
      'disk',
      'os',
    ]);
  });

  test('a relative directory is the one of the working folder at the time of the call', async () => {
    const before = process.cwd();
    await mkdir(join(base, 'work'));
    process.chdir(join(base, 'work'));
    const relative = fileStore('.ai-sdk-todo');
    process.chdir(before);
    await relative.append('s', [event(0)], { expectedVersion: 0 });
    await relative.close();
    expect(await readdir(join(base, 'work', '.ai-sdk-todo'))).toEqual(['s']);
  });
});
