// Appends until the machine gives no more, makes room, and goes on: `node exhaust.ts <JSON>`. Prints what it saw.
import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { TodoError } from '../../../src/core/errors.ts';
import { fileStore } from '../../../src/file/index.ts';

/** What runs out: the disk, the size that a file may have, the files that a process may open, or the right to write. */
export type Shortage = 'disk' | 'file size' | 'open files' | 'permission';

export interface Report {
  readonly code: string;
  readonly message: string;
  readonly cause: string;
  /** Versions: before the failure, by a read during it, and after the append that followed it. */
  readonly before: number;
  readonly during: number | string;
  readonly after: number | string;
}

const { root, shortage } = JSON.parse(process.argv[2] ?? '') as {
  readonly root: string;
  readonly shortage: Shortage;
}; // written by the test that starts this file
const store = fileStore(root);
let before = 0;
const pad = 'x'.repeat(3_000);
const batch = () =>
  Array.from({ length: 3 }, (_, n) => ({
    time: n,
    type: 'test/note',
    id: `${before + n}`,
    data: pad,
  }));
const append = () => store.append('session', batch(), { expectedVersion: before });

({ version: before } = await append());
// Until the lock is given back: while it is held, an append needs no further file.
while (existsSync(`${root}/session/lock`)) await sleep(5);
await sleep(50); // the lock file goes a step before its handle does
const giveBack = await take();
let error: unknown;
for (let n = 0; n < 1_000 && error === undefined; n += 1) {
  try {
    ({ version: before } = await append());
  } catch (caught) {
    error = caught;
  }
}
const versionOf = async () => (await store.tail('session', 1))?.version ?? 0;
const during = await versionOf().catch(codeOf);
await giveBack();
const after = await append().then(({ version }) => version, codeOf);
const { damage } = (await store.inspect('session')) ?? {};
if (damage?.length !== 0) throw new Error(`The log is damaged: ${JSON.stringify(damage)}`);
await store.delete('session');
await store.close();
const report: Report = {
  code: codeOf(error),
  message: error instanceof Error ? error.message : String(error),
  cause: error instanceof Error ? codeOf(error.cause) : '',
  before,
  during,
  after,
};
console.log(JSON.stringify(report));

async function take(): Promise<() => void | Promise<void>> {
  switch (shortage) {
    case 'disk': {
      const filler = `${root}/../filler`;
      writeFileSync(filler, 'x'.repeat(16_384));
      return () => rmSync(filler);
    }
    case 'file size':
      // The limit is for the whole life of this process: the next session begins a file of its own.
      return async () => {
        await store.delete('session');
        before = 0;
      };
    case 'open files': {
      const files: number[] = [];
      try {
        for (;;) files.push(openSync(process.execPath, 'r'));
      } catch {
        return () => files.forEach((file) => closeSync(file));
      }
    }
    case 'permission': {
      // The right is taken away from everything that is there, as by another user who copied it.
      const all = [root, `${root}/session`];
      for (const path of all) await chmod(path, 0o500);
      return async () => {
        for (const path of all) await chmod(path, 0o700);
      };
    }
  }
}

function codeOf(caught: unknown): string {
  if (TodoError.isInstance(caught)) return caught.code;
  return caught instanceof Error && 'code' in caught ? String(caught.code) : String(caught);
}
