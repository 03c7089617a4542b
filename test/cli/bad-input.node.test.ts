import { createWriteStream } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { cli, newFile, newFolder, startCli } from './support/cli.ts';
import { HEADER, linesText, logText } from './support/logs.ts';

const good = logText();
const lines = good.trimEnd().split('\n');
const byteOf = (line: number) => linesText(lines.slice(0, line - 1)).length;
const withLine = (line: number, text: string | Buffer) => {
  const before = Buffer.from(linesText(lines.slice(0, line - 1)));
  const after = Buffer.from(`\n${linesText(lines.slice(line))}`);
  return Buffer.concat([before, Buffer.from(text), after]);
};

const noLogs: readonly (readonly [what: string, content: string | Buffer, says: RegExp])[] = [
  ['an empty file', '', /is empty/],
  ['bytes of no text', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 10, 0, 0, 9, 10]), /binary/],
  ['UTF-16', Buffer.from(`\ufeff${good}`, 'utf16le'), /UTF-16/],
  ['gzip', gzipSync(good), /gzip/],
  ['another JSON file', '{\n  "name": "x"\n}\n', /no header|no JSON/],
  ['a text', 'Dear diary,\ntoday I planned.\n', /no JSON/],
  ['a list', '[1,2]\n', /no header/],
  ['a header without its end', JSON.stringify(HEADER).slice(0, 30), /cut off/],
];

const damaged: readonly (readonly [
  what: string,
  content: string | Buffer,
  line: number,
  says: RegExp,
])[] = [
  ['NUL bytes in a line', withLine(4, Buffer.alloc(300)), 4, /NUL/],
  [
    'a record that has run into another',
    withLine(4, `${lines[3]?.slice(0, 20)}${lines[3]}`),
    4,
    /no JSON/,
  ],
  ['two records on one line', withLine(4, `${lines[3]}${lines[3]}`), 4, /several records/],
  ['an empty line', withLine(4, ''), 4, /empty/],
  [
    'another encoding',
    withLine(4, Buffer.from(lines[3]?.replace('completed', 'erlädt') ?? '', 'latin1')),
    4,
    /UTF-8/,
  ],
  ['a line that is cut off', withLine(4, lines[3]?.slice(0, 30) ?? ''), 4, /cut off/],
  ['a value that is no event', withLine(4, '42'), 4, /an event must be an object; got 42/],
  ['a cut in the last line', good.slice(0, -9), 6, /cut off/],
  ['a byte order mark', `\ufeff${good}`, 1, /header/],
];

describe('check, over what it cannot check', () => {
  test.each(noLogs)('says that %s is no log, and ends with 2', async (_, content, says) => {
    const path = await newFile(content);
    const { code, stdout, stderr } = await cli(['check', path]);
    expect(stdout + stderr).toMatch(says);
    expect(stdout + stderr).toContain('line 1, byte 0');
    expect(stdout + stderr).not.toMatch(/^\s+at /m);
    expect(code).toBe(2);
  });

  test.each(damaged)(
    'finds %s, says where, and goes on behind it',
    async (_, content, line, says) => {
      const path = await newFile(content);
      const { code, stdout, stderr } = await cli(['check', path]);
      const byte = line === 1 ? 0 : byteOf(line);
      const found = stdout
        .split('\n')
        .find((row) => row.startsWith(`${path}:${line} (byte ${byte})`));
      expect(found).toMatch(says);
      expect(stdout.split('\n').filter((row) => row.includes('note'))).toEqual([]);
      expect(stderr).toBe('');
      expect(code).toBe(1);
    },
  );

  test('finds no more than one fault in a line that nobody can read', async () => {
    const { stdout } = await cli(['check', await newFile(withLine(4, '}{'))]);
    expect(stdout).toContain('1 violation\n');
  });

  test('says that a log was written by a newer version', async () => {
    const path = await newFile(logText([], { ...HEADER, version: 99 }));
    const { code, stdout } = await cli(['check', path]);
    expect(code).toBe(2);
    expect(stdout).toContain('newer version');
  });

  test.each(['check', 'show', 'list', 'export', 'watch', 'repair'])(
    '%s says that there is no such file, and ends with 2',
    async (command) => {
      const { code, stdout, stderr } = await cli([command, join(await newFolder(), 'none')]);
      expect(stdout).toBe('');
      expect(stderr).toMatch(
        /^ai-sdk-todo: Cannot read .*: there is no such file or directory\.\n$/,
      );
      expect(code).toBe(2);
    },
  );

  test.each(['show', 'export'])('%s says what is no log, too', async (command) => {
    for (const [, content] of noLogs) {
      const { code, stdout, stderr } = await cli([command, await newFile(content)]);
      expect(stdout).toBe('');
      expect(stderr).toContain('is no log of sessions');
      expect(code).toBe(2);
    }
  });

  test(
    'passes over a line of 64 MB without holding it in memory',
    { timeout: 60_000 },
    async () => {
      const path = join(await newFolder(), 'huge.jsonl');
      const file = createWriteStream(path);
      file.write(linesText(lines.slice(0, 3)));
      file.write('{"seq":2,"time":0,"type":"host.note","data":"');
      const piece = 'x'.repeat(1024 * 1024);
      for (let i = 0; i < 64; i += 1) file.write(piece);
      file.end(`"}\n${linesText(lines.slice(4))}`);
      await finished(file);
      const narrow = await startCli(['check', path], ['--max-old-space-size=60']).ended();
      expect(narrow.stdout).toContain(`line 4 (byte ${byteOf(4)})`);
      expect(narrow.stdout).toContain('--max-line');
      expect(narrow.code).toBe(2);
      const whole = await cli(['check', '--max-line', '100', path]);
      expect(whole.stdout).toContain('turn-order'); // the end of turn 1 is gone, and all of the log was read
      expect(whole.code).toBe(1);
    },
  );

  test('very many damaged lines are all told, in little memory', { timeout: 60_000 }, async () => {
    const count = 300_000;
    const path = await newFile(
      linesText([lines[0] ?? '', lines[1] ?? '']) +
        'x\n'.repeat(count) +
        good.split('\n').slice(2).join('\n'),
    );
    const { code, stdout } = await startCli(['check', path], ['--max-old-space-size=60']).ended();
    expect(stdout.match(/this line is no JSON/g)).toHaveLength(count);
    expect(code).toBe(1);

    const store = await newFolder();
    await mkdir(join(store, HEADER.id));
    await copyFile(path, join(store, HEADER.id, 'events.jsonl'));
    const heap = ['--max-old-space-size=60'];
    const survey = await startCli(['repair', '--dry-run', store], heap).ended();
    expect(survey).toMatchObject({ code: 1, stderr: '' });
    expect(survey.stdout).toContain('and 980 more');
  });
});
