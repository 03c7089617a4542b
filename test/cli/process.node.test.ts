import { once } from 'node:events';
import { appendFile } from 'node:fs/promises';
import { openSync, closeSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { log, start } from '../core/invariants/log.ts';
import { manifest, readText } from '../package/project.ts';
import { newFile, newFolder, startCli } from './support/cli.ts';
import { fillStore, logText, turns } from './support/logs.ts';

describe('the command line as a process', () => {
  test('is the command of the package, and tells its version', async () => {
    expect(manifest.bin).toEqual({ 'ai-sdk-todo': 'dist/cli.js' });
    const { version } = JSON.parse(readText('package.json')) as { version: string }; // our own file
    const { code, stdout, stderr } = await startCli(['--version']).ended();
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('ends quietly when nobody reads its output any more, and vouches for nothing then', async () => {
    const entries = Array.from({ length: 20_000 }, () => start(9));
    const path = await newFile(logText(entries));
    for (const [command, expected] of [
      ['check', 2],
      ['export', 0],
    ] as const) {
      const { child, written, ended } = startCli([command, path]);
      await once(child.stdout, 'data');
      child.stdout.destroy();
      const { code } = await ended();
      expect({ code, stderr: written.stderr }).toEqual({ code: expected, stderr: '' });
    }
  });

  test('says that its output could not be written, and ends with 2', async (context) => {
    if (process.platform !== 'linux') context.skip('only Linux has a device that is always full');
    const full = openSync('/dev/full', 'w');
    const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
    const child = spawn(process.execPath, [main, 'export', await newFile(logText())], {
      stdio: ['ignore', full, 'pipe'],
    });
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const [code] = await once(child, 'close');
    closeSync(full);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^ai-sdk-todo: Cannot write the output: .*no space left.*\n$/);
  });
});

describe('watch', () => {
  test('prints each change of a plan until it is interrupted, and ends with 0', async () => {
    const path = await newFile(logText(turns.slice(0, 2)));
    const { child, written, ended } = startCli(['watch', '--json', path]);
    const lines = () => written.stdout.split('\n').filter((line) => line !== '');
    await expect.poll(() => lines().length, { timeout: 15_000 }).toBe(1);
    await appendFile(path, `${JSON.stringify(log(...turns)[2])}\n`);
    await expect.poll(() => lines().length, { timeout: 15_000 }).toBe(2);
    child.kill('SIGINT');
    const { code, stderr } = await ended();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(lines().map((line) => JSON.parse(line))).toMatchObject([
      { session: 'garden', asOfSeq: 1, turn: { number: 1, open: true } },
      { session: 'garden', asOfSeq: 2, turn: { number: 1, open: false } },
    ]);
  });

  test('follows a session of a store, as lines where the output is no terminal', async () => {
    const folder = await newFolder();
    await fillStore(folder, ['one']);
    const { child, written, ended } = startCli(['watch', folder, 'one']);
    await expect.poll(() => written.stdout, { timeout: 15_000 }).toContain('Dig (paused)');
    await fillStore(folder, ['one'], 'Sow');
    await expect.poll(() => written.stdout, { timeout: 15_000 }).toContain('Sow');
    child.kill('SIGTERM');
    const { code, stdout, stderr } = await ended();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toContain('\u001b');
  });
});
