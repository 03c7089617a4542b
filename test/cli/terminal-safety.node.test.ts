import { readdirSync } from 'node:fs';
import { appendFile, cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { log, start, write } from '../core/invariants/log.ts';
import { cli, newFile, newFolder } from './support/cli.ts';
import { fillStore, HEADER, logText } from './support/logs.ts';

/** Text that would drive a terminal if it were printed as it is. */
const EVIL =
  'Deploy\u001b]52;c;aGk=\u0007 \u001b[2J \u009b31mred \u001b]8;;http://x.example\u0007link \u001bP1;q\u001b\\ \u202eabc\u2066 \u001bc end';
const EVIL_ID = 'chat\u001b[2J\u009b31m\u202e';
// The newline is our own.
const ACTING = /(?!\n)[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

const commands: readonly (readonly [string, ...string[]])[] = [
  ['check'],
  ['check', '--json'],
  ['show'],
  ['show', '--json'],
  ['list'],
  ['list', '--long'],
  ['list', '--json', '--long'],
  ['export'],
  ['export', '--markdown'],
  ['repair', '--dry-run'],
];

describe('text from a log that would drive a terminal', () => {
  test.each(commands.map((command) => [command.join(' '), command] as const))(
    '%s prints nothing of it raw',
    async (_, command) => {
      const folder = join(await newFolder(), 'plans');
      await fillStore(folder, [EVIL_ID], EVIL);
      const { stdout, stderr } = await cli([...command, folder]);
      expect(stdout).not.toMatch(ACTING);
      expect(stderr).toBe('');
      expect(stdout.length).toBeGreaterThan(10);
    },
  );

  test('is not printed raw from messages, types, fields and ids of a bad log either', async () => {
    const entries = [
      start(1),
      { type: EVIL, data: null, [EVIL]: 1 },
      write([
        { content: EVIL, status: EVIL },
        { content: 'a', status: 'pending', [EVIL]: 1 },
      ]),
      write([
        { content: EVIL, status: 'pending' },
        { content: EVIL, status: 'pending' },
      ]),
    ];
    const path = await newFile(logText(entries, { ...HEADER, id: EVIL_ID, [EVIL]: 1 }));
    await appendFile(path, '\u001b[2J\u009b\n{}\n');
    for (const args of [
      ['check'],
      ['check', '--json'],
      ['show'],
      ['export'],
      ['export', '--markdown'],
      ['list'],
    ]) {
      const { stdout, stderr } = await cli([...args, path]);
      expect(stdout + stderr).not.toMatch(ACTING);
      expect(stdout).not.toBe('');
    }
  });

  test('is not printed raw from arguments and paths', async () => {
    const folder = join(await newFolder(), 'plans');
    await fillStore(folder, ['chat']);
    const evilFolder = join(await newFolder(), `plans\u001b[2J\u009b`);
    await cp(folder, evilFolder, { recursive: true });
    expect(readdirSync(evilFolder)).toEqual(['chat']);
    for (const args of [
      ['check', evilFolder],
      ['check', join(evilFolder, 'none\u001b[2J')],
      ['show', evilFolder, EVIL_ID],
      ['check', '--\u001b[2J', evilFolder],
      [`\u001b[2J\u009b`],
    ]) {
      const { stdout, stderr } = await cli(args);
      expect(stdout + stderr).not.toMatch(ACTING);
      expect(stdout + stderr).not.toBe('');
    }
  });

  test('is not printed raw by a repair', async () => {
    const folder = join(await newFolder(), 'plans');
    await fillStore(folder, [EVIL_ID], EVIL);
    const [name = ''] = readdirSync(folder);
    const path = join(folder, name, 'events.jsonl');
    await writeFile(path, (await readFile(path, 'utf8')).replace('"seq":1', '\u001b[2J'));
    for (const flags of [['--dry-run'], ['--dry-run', '--json'], ['--yes']]) {
      const { stdout, stderr } = await cli(['repair', ...flags, folder]);
      expect(stdout + stderr).not.toMatch(ACTING);
      expect(stdout).toContain('chat');
    }
  });

  test('is no white space between values either', async () => {
    const path = await newFile(
      logText([start(1)])
        .replaceAll(',', ',\t\r')
        .replaceAll('\n', '\r\n'),
    );
    const { code, stdout } = await cli(['export', path]);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(ACTING);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([HEADER, ...log(start(1))]);
  });

  test('comes back unchanged from the JSON that is printed', async () => {
    const folder = join(await newFolder(), 'plans');
    await fillStore(folder, [EVIL_ID], EVIL);
    const { stdout } = await cli(['show', '--json', folder]);
    expect(JSON.parse(stdout)).toMatchObject({ session: EVIL_ID, todos: [{ content: EVIL }] });
  });
});

describe('colour', () => {
  test.each([
    ['is left out where the output is no terminal', {}, [], false],
    ['is there when it is forced', { FORCE_COLOR: '1' }, [], true],
    [
      'is left out with NO_COLOR, even when it is forced',
      { NO_COLOR: '1', FORCE_COLOR: '1' },
      [],
      false,
    ],
    [
      'is there with an option, whatever the environment says',
      { NO_COLOR: '1' },
      ['--color'],
      true,
    ],
    ['is left out with an option', { FORCE_COLOR: '1' }, ['--no-color'], false],
  ] as const)('%s', async (_, env, args, isColored) => {
    const path = await newFile(logText([start(2)]));
    const { stdout } = await cli(['check', ...args, path], { env });
    expect(stdout.includes('\u001b[31m')).toBe(isColored);
  });
});
