import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runExample, type ExampleRun } from './run-example.ts';

let folder: string;
let run: ExampleRun;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ai-sdk-todo-demo-'));
  run = await runExample('demo/main.ts', folder);
}, 20_000);
afterAll(() => rm(folder, { recursive: true }));

/** The lines from the first one that matches on. */
function from(start: string): readonly string[] {
  const at = run.lines.findIndex((line) => line.startsWith(start));
  expect(at, `no line starts with ${start}`).toBeGreaterThanOrEqual(0);
  return run.lines.slice(at);
}

describe('npm run demo', () => {
  it('ends well and says first which model it talks to', () => {
    expect(run.errors).toBe('');
    expect(run.code).toBe(0);
    expect(run.lines[0]).toBe(
      'Model: scripted, on a loopback server (set DEEPSEEK_API_KEY to use the real API)',
    );
  });

  it('shows a refusal that the model reads and acts on', () => {
    const [, reason] = from('  todo_write refused');
    expect(reason).toBe('    Error: invalid todos: at most one task may be in_progress (got 2)');
    expect(from('Plan: 0 of 4 done').slice(1, 5)).toEqual([
      '  [~] Read the notes',
      '  [ ] Convert each leg to kilometres',
      '  [ ] Add up the total',
      '  [ ] Place the breaks, once their number is known',
    ]);
  });

  it('shows real tools at work and an answer made from their results', () => {
    expect(run.text).toContain('read_file {"name":"harbour-walk.txt"} -> "Harbour walk');
    expect(run.text).toContain('convert_units {"value":2.5,"from":"mi","to":"km"} -> 4.02');
    expect(run.text).toContain('Model: The legs are 4.02, 6.44, 5.15 km long, 15.61 km together.');
    expect(run.text).toContain('The note has 16 words, too many.');
    expect(run.text).toContain('Rest after 5.2 km and after 10.4 km.');
  });

  it('follows the plan as it changes', () => {
    const steps = run.lines.filter((line) => line.startsWith('Plan: '));
    expect(steps).toEqual([
      'Plan: 0 of 4 done',
      'Plan: 1 of 4 done',
      'Plan: 2 of 4 done',
      'Plan: 3 of 4 done',
      'Plan: 3 of 4 done',
      'Plan: cleared',
      'Plan: 0 of 3 done',
      'Plan: 1 of 3 done',
      'Plan: 2 of 3 done',
      'Plan: 3 of 3 done',
      'Plan: 3 of 3 done',
    ]);
    expect(from('Plan: 1 of 4 done').slice(1, 3)).toEqual([
      '  [x] Read the notes',
      '  [~] Convert each leg to kilometres',
    ]);
  });

  it('shows what stands between the turns, and that the next turn clears it', () => {
    expect(from('The turn has ended.').slice(1, 6)).toEqual([
      'Plan: 3 of 4 done',
      '[x] Read the notes',
      '[x] Convert each leg to kilometres',
      '[x] Add up the total',
      '[ ] Place the breaks, once their number is known',
    ]);
    expect(from('== Turn 2 ==')[2]).toBe('Plan: cleared');
  });

  it('prints the log one event a line, and the verdict of the checker', () => {
    const log = from('The log: ').slice(1, -3);
    const types = log.map((line) => line.trim().split(/\s+/)[1]);
    expect(types.filter((type) => type !== 'todo/write')).toEqual([
      'turn/start',
      'turn/end',
      'turn/start',
      'turn/end',
    ]);
    expect(types.filter((type) => type === 'todo/write').length).toBe(8);
    for (const line of log) expect(line.length).toBeLessThanOrEqual(100);
    expect(run.lines.at(-1)).toBe(`${log.length} events, 0 violations`);
  });

  it('writes plain text only when it is piped', () => {
    expect(run.text).not.toMatch(/[^\P{Cc}\n]/u);
  });

  it('keeps its log in the working folder, and a second run leaves it as it was', async () => {
    const logs = join(folder, '.ai-sdk-todo');
    const first = await readFile(join(logs, 'harbour-walk-1', 'events.jsonl'), 'utf8');
    const events = first.trimEnd().split('\n').length - 1;
    expect(run.lines.at(-1)).toBe(`${events} events, 0 violations`);

    const again = await runExample('demo/main.ts', folder);
    expect(again.errors).toBe('');
    expect(again.code).toBe(0);
    expect(again.lines).toContain('Earlier sessions, still as they were: 1');
    expect(again.lines).toContain(`  harbour-walk-1: ${events} events, 0 violations`);
    expect(await readdir(folder)).toEqual(['.ai-sdk-todo']);
    expect((await readdir(logs)).toSorted()).toEqual(['harbour-walk-1', 'harbour-walk-2']);
    expect(await readdir(join(logs, 'harbour-walk-1'))).toEqual(['events.jsonl']);
    expect(await readFile(join(logs, 'harbour-walk-1', 'events.jsonl'), 'utf8')).toBe(first);
  });
});
