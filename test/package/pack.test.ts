import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesIn, manifest, root, subPaths } from './project.ts';
import { run, type Outcome } from './run.ts';

const TIMEOUT = 120_000;

let folder = '';
let packed: Outcome;
let tarball = '';
let contents: readonly string[] = [];

// Packed into a folder of its own, so that nothing appears beside the sources while other tests read them.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pack-'));
  packed = await run('npm', ['pack', '--json', '--pack-destination', folder]);
  const [report] = JSON.parse(packed.stdout) as [{ filename: string; files: { path: string }[] }]; // npm's report
  tarball = join(folder, report.filename);
  contents = report.files.map(({ path }) => path).toSorted();
}, TIMEOUT);

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the package that npm packs', () => {
  it('holds the build, the sources that its maps point to, and what a package has to have', () => {
    expect(contents).toEqual(
      ['LICENSE', 'README.md', 'package.json', ...filesIn('dist'), ...filesIn('src')].toSorted(),
    );
  });

  it('brings a command that runs with its one dependency and no peer at all', async () => {
    const modules = join(folder, 'installed', 'node_modules');
    await mkdir(modules, { recursive: true });
    await run('tar', ['-xzf', tarball, '-C', modules]);
    await rename(join(modules, 'package'), join(modules, manifest.name));
    // What `npm install` puts beside it, without the network.
    for (const name of ['string-width', 'get-east-asian-width', 'ansi-regex']) {
      await cp(join(root, 'node_modules', name), join(modules, name), { recursive: true });
    }
    const command = join(modules, manifest.name, manifest.bin?.['ai-sdk-todo'] ?? '');
    const log = join(root, 'test/fixtures/predecessor-on-disk.jsonl');
    const checked = await run('node', [command, 'check', '--quiet', log]);
    expect(checked).toEqual({ code: 0, stdout: '', stderr: '' });
    const shown = await run('node', [command, 'show', log]);
    expect(shown.stdout).toContain('Session garden: turn 2, ended');
    const away = await run('node', [command, 'list', 'redis://127.0.0.1:1']);
    expect(away.code).toBe(2);
    expect(away.stderr).toContain('npm install redis');
  });

  it('has nothing that publint complains of', { timeout: TIMEOUT }, async () => {
    const { code, stdout, stderr } = await run('publint', ['run', tarball, '--strict']);
    expect(stdout + stderr).toContain('All good!');
    expect(code).toBe(0);
  });

  it(
    'gives its types to every module resolution that can load it',
    { timeout: TIMEOUT },
    async () => {
      const { code, stdout, stderr } = await run('attw', [
        tarball,
        '--profile',
        'esm-only',
        '--format',
        'ascii',
      ]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      for (const subPath of Object.values(subPaths)) {
        expect(stdout).toContain(`"${posix.join(manifest.name, subPath)}"`);
      }
    },
  );
});
