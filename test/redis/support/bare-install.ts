import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A copy of our sources and test scripts in a folder where only these packages are installed. */
export interface BareInstall {
  readonly directory: string;
  remove(): Promise<void>;
}

export async function bareInstall(packages: readonly string[]): Promise<BareInstall> {
  const directory = await mkdtemp(join(tmpdir(), 'bare-install-'));
  await writeFile(join(directory, 'package.json'), '{ "type": "module" }');
  await cp(join(ROOT, 'src'), join(directory, 'src'), { recursive: true });
  await cp(join(ROOT, 'test/redis/support'), join(directory, 'test/redis/support'), {
    recursive: true,
  });
  await mkdir(join(directory, 'node_modules'));
  for (const name of packages) {
    await symlink(join(ROOT, 'node_modules', name), join(directory, 'node_modules', name), 'dir');
  }
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) };
}
