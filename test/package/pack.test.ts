import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesIn, manifest, subPaths } from './project.ts';
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
