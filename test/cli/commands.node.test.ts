import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { item, start, write } from '../core/invariants/log.ts';
import { cli, newFile, newFolder } from './support/cli.ts';
import { fillStore, linesText, logText } from './support/logs.ts';

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
    expect((await cli(['--version'])).stdout).toBe('1.2.3\n');
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
    [['show', 'redis://[']],
    [['check', 'file://elsewhere/plans']],
    [['export', '--markdown', '--format', 'jsonl', '.']],
    [['check', '']],
    [['export', '--format', 'pdf', '.']],
  ])('refuses %j with 2 and a sentence', async (args) => {
    const { code, stdout, stderr } = await cli(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^ai-sdk-todo: .+\n/);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('tells machines what went wrong as JSON, with a stable code', async () => {
    for (const [args, code] of [
      [['check', '--json', join(await newFolder(), 'none')], 'could_not_read'],
      [['check', '--json', 'memory:'], 'usage'],
      [['show', '--json', await newFolder()], 'session_not_found'],
      [['list', '--json', '--timeout', '300', 'redis://127.0.0.1:1'], 'store_unavailable'],
    ] as const) {
      const { stdout, stderr } = await cli(args);
      expect(stdout).toBe('');
      expect(JSON.parse(stderr)).toEqual({ error: { code, message: expect.any(String) } });
    }
  });

  test('ends with 2 when it is interrupted', async () => {
    const path = await newFile(logText());
    const { code, stderr } = await cli(['check', path], { signal: AbortSignal.abort() });
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'ai-sdk-todo: interrupted\n' });
  });

  test('takes ids of sessions that look like options, behind --', async () => {
    const { folder } = await newStore('-chat', '--json');
    expect((await cli(['show', folder, '--', '-chat'])).stdout).toContain('Session -chat:');
    const checked = await cli(['check', folder, '--', '--json', '-chat']);
    expect(checked.stdout).toContain('2 sessions, 6 events, 0 violations');
    const { code, stderr } = await cli(['show', folder, '-chat']);
    expect(code).toBe(2);
    expect(stderr).toContain('--');
  });

  test.each([
    ['show', 'Dig'],
    ['check', '3 events, clean'],
    ['export', '"todo/write"'],
    ['list', 'one'],
  ])('%s takes a folder, a file: URL and the log itself', async (command, found) => {
    const { folder, logOf } = await newStore('one');
    for (const where of [folder, `file:${folder}`, `file://${folder}`, logOf('one')]) {
      const { code, stdout } = await cli([command, where]);
      expect({ where, code }).toEqual({ where, code: 0 });
      expect(stdout).toContain(found);
    }
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

  test.each([[['export']], [['export', '--markdown']], [['list', '--long']]])(
    '%j goes on behind a log that cannot be read, names it, and ends with 2',
    async (command) => {
      const folder = await newFolder();
      await writeFile(join(folder, 'a-session.jsonl'), Buffer.from('28b52ffd00', 'hex'));
      await writeFile(join(folder, 'b-session.jsonl'), logText());
      const { code, stdout, stderr } = await cli([...command, folder]);
      expect(code).toBe(2);
      expect(stdout).toContain('garden');
      expect(stderr).toContain('a-session.jsonl: ');
    },
  );

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
