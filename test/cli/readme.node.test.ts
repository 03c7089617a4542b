import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { end, item, start, write } from '../core/invariants/log.ts';
import { readText } from '../package/project.ts';
import { cli, newFolder } from './support/cli.ts';
import { fillStore, HEADER, logText } from './support/logs.ts';

const readme = readText('README.md');
const section = /^## The command line\n(.*?)^## /ms.exec(readme)?.[1] ?? '';
const blockOf = (language: string) =>
  new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(section)?.[1] ?? '';

/** The arguments of every call that is shown, without what a shell does with its output. */
const calls = [...readme.matchAll(/^(?:- run: )?npx ai-sdk-todo (.*)$/gm)].map(([, line = '']) =>
  line.replace(/[#>|].*/, '').trim(),
);

/** A store whose only session has its second turn end in the place of the first. */
async function newBrokenStore() {
  const folder = await newFolder();
  await mkdir(join(folder, 'chat-42'));
  const entries = [start(1), write([item('Draft')]), end(2)];
  await writeFile(
    join(folder, 'chat-42/events.jsonl'),
    logText(entries, { ...HEADER, id: 'chat-42' }),
  );
  return folder;
}

describe('the command line as the README tells it', () => {
  test('shows every command', () => {
    const shown = calls.map((line) => line.split(' ')[0]);
    expect(new Set(shown)).toEqual(new Set(['list', 'show', 'watch', 'check', 'export', 'repair']));
  });

  test.each(calls)('%s', async (line) => {
    const folder = await newFolder();
    await fillStore(folder, ['chat-42']);
    const words = line.replaceAll(/\.\/plans|"\$REDIS_URL"/g, folder).split(/\s+/);
    const stop = AbortSignal.timeout(300); // a watch goes on until it is interrupted
    const { code, stderr } = await cli(words, words[0] === 'watch' ? { signal: stop } : {});
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('prints findings as they are shown', async () => {
    const folder = await newBrokenStore();
    const { code, stdout } = await cli(['check', folder]);
    expect(code).toBe(1);
    expect(stdout.replaceAll(folder, 'plans')).toBe(blockOf('text'));
  });

  test('prints JSON of the shape that is shown', async () => {
    const folder = await newBrokenStore();
    const { stdout } = await cli(['check', '--json', folder]);
    expect(JSON.parse(stdout.replaceAll(folder, 'plans'))).toEqual(JSON.parse(blockOf('json')));
  });
});
