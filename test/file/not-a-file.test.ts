import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileStore, type FileStore } from '../../src/file/index.ts';
import { event, folderOf, logOf } from './support/log.ts';

let root: string;
let store: FileStore;
let servers: Server[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'todo-kinds-'));
  servers = [];
  store = fileStore(root, { timeoutMs: 3_000, lockTimeoutMs: 2_000 });
  await store.append('sound', [event(0)], { expectedVersion: 0 });
});
afterEach(async () => {
  await store.close();
  for (const server of servers) server.close();
  await rm(root, { recursive: true, force: true });
});

const kinds: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  'a named pipe': async (path) => execFileSync('mkfifo', [path]),
  'a socket': (path) =>
    new Promise<void>((resolve) => {
      servers.push(createServer().listen(path, resolve));
    }),
  'a folder': (path) => mkdir(path),
  'a device': (path) => symlink('/dev/null', path),
  'a link that leads nowhere': (path) => symlink(join(root, 'nothing', 'there'), path),
};

const places: Readonly<Record<string, (session: string) => string>> = {
  log: (session) => logOf(root, session),
  folder: (session) => folderOf(root, session),
  lock: (session) => join(folderOf(root, session), 'lock'),
};

describe.each(Object.entries(places))('in the place of a %s', (place, pathOf) => {
  const found = Object.entries(kinds).filter(([kind]) => place !== 'folder' || kind !== 'a folder');

  it.each(found)('%s is told to whoever uses that session, in time', async (kind, make) => {
    if (place !== 'folder') await mkdir(folderOf(root, 'odd'));
    await make(pathOf('odd'));
    const wanted = {
      code: 'store_failed',
      message: expect.stringContaining(`The ${place} of this session is ${kind}.`),
    };
    const append = () => store.append('odd', [event(0)], { expectedVersion: 0 });
    const reads = place === 'lock' ? [] : [() => store.read('odd'), () => store.tail('odd', 2)];
    for (const use of [append, ...reads]) await expect(use()).rejects.toMatchObject(wanted);
    expect((await store.read('sound'))?.version).toBe(1);
    const { sessions } = await store.list();
    // A session of which there is nothing but a lock was never created.
    const listed = place === 'lock' ? ['sound'] : ['odd', 'sound'];
    expect(sessions.map(({ id }) => id)).toEqual(listed);
  });
});
