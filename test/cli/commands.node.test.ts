import { once } from 'node:events';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { item, log, start, write } from '../core/invariants/log.ts';
import { manifest } from '../package/project.ts';
import { cli, newFile, newFolder, startCli } from './support/cli.ts';
import { fillStore, HEADER, linesText, logText, turns } from './support/logs.ts';

const NAMES = ['check', 'show', 'watch', 'list', 'export', 'repair'];

async function newStore(...ids: readonly string[]) {
  const folder = join(await newFolder(), 'plans');
  await fillStore(folder, ids);
  return { folder, logOf: (id: string) => join(folder, id, 'events.jsonl') };
}

describe('the command line', () => {
  test('says what it can do', async () => {
    const { code, stdout } = await cli(['--help']);
    expect(code).toBe(0);
    for (const name of NAMES) expect(stdout).toContain(`\n  ${name} `);
    expect((await cli([])).code).toBe(2);
    expect((await cli(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test.each(NAMES)('says what %s does and takes', async (name) => {
    const { code, stdout, stderr } = await cli([name, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: ai-sdk-todo ${name} `));
    expect(stdout).toContain('-h, --help');
    expect(stdout).toContain('--timeout <value>');
  });

  test.each([
    [['fly']],
    [['check']],
    [['check', '--fast', 'x']],
    [['check', '--max-line', 'x', '.']],
    [['show', 'a', 'b', 'c']],
    [['show', '--at', '-1', 'a']],
    [['check', 'memory:']],
    [['check', 'ftp://x']],
    [['export', '--format', 'pdf', '.']],
  ])('refuses %j with 2 and a sentence', async (args) => {
    const { code, stdout, stderr } = await cli(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^ai-sdk-todo: .+\n/);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('is the command of the package', () => {
    expect(manifest.bin).toEqual({ 'ai-sdk-todo': 'dist/cli.js' });
  });

  test('ends quietly when nobody reads its output any more', async () => {
    const entries = Array.from({ length: 20_000 }, () => start(9));
    const child = startCli(['check', await newFile(logText(entries))]);
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    await once(child, 'close');
    expect(stderr).toBe('');
  });

  test('says that a server is away, without its password, and ends with 2', async () => {
    const url = 'redis://user:secret@127.0.0.1:1/0';
    const { code, stdout, stderr } = await cli(['check', '--timeout', '500', url]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^ai-sdk-todo: .*Redis/i);
    expect(stderr).not.toContain('secret');
  });
});

describe('show, list and export', () => {
  test('show draws the plan of the only session, or of the one that is named', async () => {
    const { folder } = await newStore('one');
    const { code, stdout } = await cli(['show', folder]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'Session one: turn 1, ended, as of event 2\nPlan: 0 of 1 done\n[-] Dig (paused)\n',
    });
    await fillStore(folder, ['two']);
    const { stderr } = await cli(['show', folder]);
    expect(stderr).toContain('name one of one, two');
    expect((await cli(['show', folder, 'two'])).stdout).toContain('Session two');
    expect((await cli(['show', folder, 'three'])).code).toBe(2);
  });

  test('show gives the last good write of a damaged session, and names the damage', async () => {
    const { folder, logOf } = await newStore('one');
    const text = await readFile(logOf('one'), 'utf8');
    const lines = text.trimEnd().split('\n');
    await writeFile(logOf('one'), linesText([...lines.slice(0, 3), '\0\0\0', ...lines.slice(3)]));
    const { code, stdout, stderr } = await cli(['show', folder]);
    expect(code).toBe(0);
    expect(stdout).toContain('Dig');
    expect(stderr).toContain(
      `:4 (byte ${linesText(lines.slice(0, 3)).length}): this line is no JSON`,
    );
  });

  test('show --at goes back in a log', async () => {
    const path = await newFile(logText());
    const { stdout } = await cli(['show', '--json', '--at', '2', path]);
    expect(JSON.parse(stdout)).toMatchObject({ asOfSeq: 2, turn: { number: 1, open: false } });
  });

  test('list tells the sessions of a store', async () => {
    const { folder } = await newStore('a/b', 'Team');
    const { code, stdout } = await cli(['list', '--json', '--long', folder]);
    expect(code).toBe(0);
    const { sessions } = JSON.parse(stdout) as { sessions: { id: string; events: number }[] }; // our document
    expect(sessions.map(({ id, events }) => [id, events]).toSorted()).toEqual([
      ['Team', 3],
      ['a/b', 3],
    ]);
    expect((await cli(['list', folder])).stdout).toMatch(/^\d{4}-\d\d-\d\dT\S+ {2}\S+\n/);
  });

  test('export gives the log back byte for byte, other events included, and it is clean', async () => {
    const { folder, logOf } = await newStore('one');
    const foreign =
      '{"seq":3,"time":1,"type":"host.note","big":12345678901234567890,"data": 1e400}';
    await appendFile(logOf('one'), `${foreign}\n{"seq":4,"ti`);
    const { code, stdout } = await cli(['export', folder, 'one']);
    expect(code).toBe(0);
    expect(stdout).toBe((await readFile(logOf('one'), 'utf8')).replace(/\{"seq":4,"ti$/, ''));
    expect((await cli(['check', await newFile(stdout)])).code).toBe(0);
  });

  test('export leaves out what cannot be read, names it, and ends with 1', async () => {
    const lines = logText().trimEnd().split('\n');
    const path = await newFile(linesText([...lines.slice(0, 3), '}{', ...lines.slice(3)]));
    const { code, stdout, stderr } = await cli(['export', path]);
    expect(code).toBe(1);
    expect(stdout).toBe(logText());
    expect(stderr).toContain(`${path}:4 (byte `);
  });

  test('export --markdown gives a list of tasks in which no text acts', async () => {
    const list = [
      item('Read *all* of [it](x) <b>', 'completed'),
      item('# 1', 'in_progress'),
      item('1. then'),
    ];
    const path = await newFile(logText([start(1), write(list)]));
    const { stdout } = await cli(['export', '--markdown', path]);
    expect(stdout).toBe(String.raw`## Session garden: turn 1, open, as of event 1

- [x] Read \*all\* of \[it\](x) \<b\>
- [ ] **\# 1** (in progress)
- [ ] 1\. then
`);
  });
});

describe('watch', () => {
  test('prints each change of a plan until it is interrupted, and ends with 0', async () => {
    const path = await newFile(logText(turns.slice(0, 2)));
    const child = startCli(['watch', '--json', path]);
    let stdout = '';
    const lines = () => stdout.split('\n').filter((line) => line !== '');
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    await expect.poll(() => lines().length, { timeout: 15_000 }).toBe(1);
    await appendFile(path, `${JSON.stringify(log(...turns)[2])}\n`);
    await expect.poll(() => lines().length, { timeout: 15_000 }).toBe(2);
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    expect(lines().map((line) => JSON.parse(line))).toMatchObject([
      { session: 'garden', asOfSeq: 1, turn: { number: 1, open: true } },
      { session: 'garden', asOfSeq: 2, turn: { number: 1, open: false } },
    ]);
  });

  test('follows a session of a store, as lines where the output is no terminal', async () => {
    const { folder } = await newStore('one');
    const child = startCli(['watch', folder, 'one']);
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    await expect.poll(() => stdout, { timeout: 15_000 }).toContain('Dig (paused)');
    await sleep(100);
    await fillStore(folder, ['one'], 'Sow');
    await expect.poll(() => stdout, { timeout: 15_000 }).toContain('Sow');
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    expect(stdout).not.toContain('\u001b');
  });
});

describe('repair', () => {
  async function damagedStore() {
    const { folder, logOf } = await newStore('good', 'bad');
    const lines = (await readFile(logOf('bad'), 'utf8')).trimEnd().split('\n');
    const text = linesText([...lines.slice(0, 2), '}{', ...lines.slice(3)]);
    await writeFile(logOf('bad'), text);
    return { folder, path: logOf('bad'), text };
  }

  test('changes nothing where nobody can be asked, or for a look', async () => {
    const { folder, path, text } = await damagedStore();
    const asked = await cli(['repair', folder], { input: '' });
    expect(asked.stderr).toContain('Say --yes');
    expect(asked.code).toBe(2);
    const looked = await cli(['repair', '--dry-run', folder]);
    expect(looked.stdout).toContain('line 3 (byte ');
    expect(looked.code).toBe(1);
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  test('repairs when it is told to: what can be read is kept, and the log is readable again', async () => {
    const { folder, path, text } = await damagedStore();
    const { code, stdout } = await cli(['repair', '--yes', folder]);
    expect(code).toBe(0);
    expect(stdout).toContain('2 looked at, 1 damaged, 1 repaired');
    const keptAs = /kept as (\S+)/.exec(stdout)?.[1] ?? '';
    expect(await readFile(join(path, '..', keptAs), 'utf8')).toBe(text);
    expect((await cli(['show', folder, 'bad'])).stderr).toBe('');
    expect((await cli(['repair', '--yes', folder])).stdout).toContain('0 damaged, 0 repaired');
  });

  test('works on file stores only', async () => {
    const { code, stderr } = await cli(['repair', await newFile(logText([], HEADER))]);
    expect(code).toBe(2);
    expect(stderr).toContain('file store');
  });
});
