import { execFileSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileStore } from '../../src/file/index.ts';
import { event, folderOf, logOf } from '../file/support/log.ts';
import { cli, newFolder } from './support/cli.ts';

/** A store with a sound session, and three of which another program made something else than plain files. */
async function strangeStore(): Promise<string> {
  const root = await newFolder();
  const store = fileStore(root);
  await store.append('sound', [event(0)], { expectedVersion: 0 });
  await store.close();
  for (const id of ['pipe', 'dead']) await mkdir(folderOf(root, id));
  execFileSync('mkfifo', [logOf(root, 'pipe'), folderOf(root, 'folder')]);
  await symlink(join(root, 'nothing'), logOf(root, 'dead'));
  return root;
}

const TOLD = [
  'The log of this session is a link that leads nowhere.',
  'The folder of this session is a named pipe.',
  'The log of this session is a named pipe.',
];

test.each([
  ['check', []],
  ['list', ['--long']],
  ['repair', ['--dry-run']],
])('%s tells what stands in the place of a log, and goes on with the others', async (...call) => {
  const [command, options] = call;
  const root = await strangeStore();
  const { code, stdout, stderr } = await cli([command, ...options, root]);
  expect(code).toBe(2);
  for (const told of TOLD) expect(stdout + stderr).toContain(told);
  expect(command === 'repair' ? '4 looked at, 0 damaged' : 'sound').toSatisfy((text: string) =>
    stdout.includes(text),
  );
});
