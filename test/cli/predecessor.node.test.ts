import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { recordedLogs } from '../fixtures/recorded-logs.ts';
import { cli, newFile, startCli } from './support/cli.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
const ON_DISK = fixture('predecessor-on-disk.jsonl');
const RECORDED = recordedLogs();

/** One frame for each line, as a writer that flushes leaves them behind. */
function framesOf(text: string): Buffer {
  const lines = text.split(/(?<=\n)/);
  return Buffer.concat(lines.map((line) => zlib.zstdCompressSync(Buffer.from(line))));
}

describe('raw logs of the predecessor', () => {
  test.each([
    ['predecessor-on-disk.jsonl', 'garden', 23],
    ['predecessor-unnumbered.jsonl', '"{{sessionId}}"', 13],
  ])('%s is recognised, and clean: a packed row counts as its events', async (name, id, events) => {
    const path = fixture(name);
    const { code, stdout } = await cli(['check', '--quiet', '--json', path]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      sessions: [{ format: 'deepseek-harness', violations: [], events }],
    });
    const human = await cli(['check', path]);
    expect(human.stdout).toContain(`${id} (${path}, DeepSeek Harness): ${events} events, clean`);
  });

  test('a packed row that lost one of its events is found', async () => {
    const path = await newFile(readFileSync(ON_DISK, 'utf8').replace('"First",', ''));
    const { code, stdout } = await cli(['check', path]);
    expect(code).toBe(1);
    expect(stdout).toContain('seq 8 seq-contiguous: seq 8 stands where 7 was expected');
  });

  test('show prints the plan that its own projection would give', async () => {
    const { code, stdout } = await cli(['show', ON_DISK]);
    expect(code).toBe(0);
    expect(stdout).toBe(
      `Session garden: turn 2, ended, as of event 22
Plan: 0 of 2 done
[-] Gießkanne füllen 🚿 (paused)
[-] Sow "runner" beans in rows (paused)
`,
    );
    const earlier = await cli(['show', '--at', '12', '--json', ON_DISK]);
    expect(JSON.parse(earlier.stdout)).toMatchObject({
      session: 'garden',
      asOfSeq: 12,
      todos: [{ content: 'Dig the beds' }, { content: 'Sow beans' }],
      turn: { number: 1, open: true },
    });
  });

  test('a later turn/start clears the plan', async () => {
    const next = '{"type":"turn/start","seq":23,"time":1,"data":{"turn":3}}\n';
    const path = await newFile(readFileSync(ON_DISK, 'utf8') + next);
    const { stdout } = await cli(['show', path]);
    expect(stdout).toBe('Session garden: turn 3, open, as of event 23\nNo plan in this turn.\n');
  });

  test('a compressed log of several frames is read like a plain one', async () => {
    const text = readFileSync(ON_DISK, 'utf8');
    const path = await newFile(framesOf(text), 'session.jsonl.zstd');
    const [plain, packed] = await Promise.all([cli(['show', ON_DISK]), cli(['show', path])]);
    expect(packed).toEqual(plain);
    const { code, stdout } = await cli(['check', path]);
    expect(code).toBe(0);
    expect(stdout).toContain('23 events, clean');
  });

  test('a compressed log that is cut off or damaged is a clear error', async () => {
    const frames = framesOf(readFileSync(ON_DISK, 'utf8'));
    const flipped = Buffer.from(frames);
    flipped.fill(0xff, 200, 260);
    for (const bytes of [frames.subarray(0, -5), flipped]) {
      const { code, stdout, stderr } = await cli(['check', await newFile(bytes)]);
      expect(stdout).toContain('compressed data are damaged or cut off');
      expect(stderr).toBe('');
      expect(code).toBe(2);
    }
  });

  test('a compressed log is a clear error where Node cannot read it', async () => {
    const path = await newFile(framesOf(readFileSync(ON_DISK, 'utf8')));
    // As Node is before 22.15.
    const older = `import zlib from 'node:zlib'; import { syncBuiltinESMExports } from 'node:module';
      Object.defineProperty(zlib, 'createZstdDecompress', { value: undefined }); syncBuiltinESMExports();`;
    const node = ['--import', `data:text/javascript,${encodeURIComponent(older)}`];
    const { code, stdout, stderr } = await startCli(['check', path], node).ended();
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect(stdout).toContain('Use Node 22.15 or newer, or decompress it first (zstd -d).');
  });

  test.skipIf(RECORDED === undefined)(
    'recorded logs are clean, alone and as a folder',
    async () => {
      const folder = RECORDED ?? '';
      const files = readdirSync(folder).filter((name) => /\.jsonl(\.zstd)?$/.test(name));
      const { code, stdout } = await cli(['check', '--json', folder]);
      expect({ code, stdout }).toMatchObject({ code: 0 });
      const { sessions } = JSON.parse(stdout) as { sessions: { file: string; violations: [] }[] }; // our document
      expect(sessions.map(({ file }) => file.replace(/^.*\//, '')).toSorted()).toEqual(
        files.toSorted(),
      );
      const shown = await cli(['show', join(folder, 'acp-agent__todo-write__session.jsonl')]);
      expect(shown.stdout).toContain('read the code');
    },
  );

  test('a child session is listed with the session that started it', async () => {
    const child = {
      type: 'session',
      version: 0,
      id: 'child',
      createdAt: 5,
      parentSession: 'garden',
    };
    const path = await newFile(`${JSON.stringify(child)}\n`, 'session.1.jsonl');
    expect((await cli(['check', path])).code).toBe(0);
    const { stdout } = await cli(['list', '--json', path]);
    expect(JSON.parse(stdout)).toMatchObject({
      sessions: [{ id: 'child', parentSession: 'garden' }],
    });
  });
});
