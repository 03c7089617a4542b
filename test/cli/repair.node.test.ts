import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli, newFile, newFolder } from './support/cli.ts';
import { fillStore, HEADER, linesText, logText } from './support/logs.ts';

/** A store with a good session and bad ones. */
async function damagedStore(...bad: readonly string[]) {
  const folder = join(await newFolder(), 'plans');
  await fillStore(folder, ['good', ...bad]);
  const logOf = (id: string) => join(folder, id, 'events.jsonl');
  for (const id of bad) {
    const lines = (await readFile(logOf(id), 'utf8')).trimEnd().split('\n');
    await writeFile(logOf(id), linesText([...lines.slice(0, 2), '}{', ...lines.slice(3)]));
  }
  const texts = () => Promise.all(bad.map((id) => readFile(logOf(id), 'utf8')));
  return { folder, logOf, texts };
}

describe('repair', () => {
  test('changes nothing where nobody can be asked, or for a look', async () => {
    const { folder, texts } = await damagedStore('bad');
    const before = await texts();
    const asked = await cli(['repair', folder]);
    expect(asked.stderr).toContain('Say --yes');
    expect(asked.code).toBe(2);
    const looked = await cli(['repair', '--dry-run', folder]);
    expect(looked.stdout).toContain('line 3 (byte ');
    expect(looked.code).toBe(1);
    expect(await texts()).toEqual(before);
  });

  test.each([
    ['n\n', 0],
    ['\n', 0],
    ['maybe\n', 0],
    ['', 0],
    ['y\n', 1],
    ['yes\nno\n', 1],
    ['n\n Y \n', 1],
    ['y\ny\n', 2],
  ])('asks for each damaged session, and %j repairs %i of two', async (typed, repaired) => {
    const { folder, texts } = await damagedStore('bad', 'worse');
    const before = await texts();
    const { code, stdout, stderr } = await cli(['repair', folder], { typed });
    expect(stderr.match(/Repair (?:bad|worse)\? \[y\/N\] /g)).toHaveLength(2);
    expect(stdout).toContain(`3 looked at, 2 damaged, ${repaired} repaired`);
    expect(code).toBe(repaired === 2 ? 0 : 1);
    const after = await texts();
    expect(after.filter((text, i) => text !== before[i])).toHaveLength(repaired);
  });

  test('changes nothing when it is interrupted while it asks', async () => {
    const { folder, texts } = await damagedStore('bad');
    const before = await texts();
    const stop = new AbortController();
    const asked = cli(['repair', folder], { signal: stop.signal, waits: true });
    setTimeout(() => stop.abort(), 200);
    const { code, stderr } = await asked;
    expect(code).toBe(2);
    expect(stderr).toContain('Repair bad?');
    expect(stderr).toContain('interrupted');
    expect(await texts()).toEqual(before);
  });

  test('repairs when it is told to: what can be read is kept, and the log is readable again', async () => {
    const { folder, logOf, texts } = await damagedStore('bad');
    const [before] = await texts();
    const { code, stdout } = await cli(['repair', '--yes', folder]);
    expect(code).toBe(0);
    expect(stdout).toContain('2 looked at, 1 damaged, 1 repaired');
    const keptAs = /kept as (\S+)/.exec(stdout)?.[1] ?? '';
    expect(await readFile(join(logOf('bad'), '..', keptAs), 'utf8')).toBe(before);
    expect((await cli(['show', folder, 'bad'])).stderr).toBe('');
    expect((await cli(['repair', '--yes', folder])).stdout).toContain('0 damaged, 0 repaired');
  });

  test('prints what it found and did as lines of JSON', async () => {
    const { folder } = await damagedStore('bad');
    const looked = await cli(['repair', '--json', '--dry-run', folder]);
    expect(JSON.parse(looked.stdout)).toMatchObject({
      session: 'bad',
      damage: [{ line: 3 }],
      repaired: null,
    });
    const { stdout } = await cli(['repair', '--json', '--yes', folder]);
    expect(JSON.parse(stdout)).toMatchObject({
      session: 'bad',
      repaired: { version: 3, lost: [1] },
    });
  });

  test('works on file stores only', async () => {
    const { code, stderr } = await cli(['repair', await newFile(logText([], HEADER))]);
    expect(code).toBe(2);
    expect(stderr).toContain('file store');
  });
});
