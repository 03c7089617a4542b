import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runExample } from './run-example.ts';

const ANSWER = 'Soup, pasta, pears. Buy leeks, pasta and pears.';
const DONE = [
  'completed: Choose the dishes',
  'completed: List the shopping',
  'completed: Set a timetable',
];

describe('the short examples', () => {
  it('generate-text: one turn, then the plan from the log', async () => {
    const { code, lines, errors } = await runExample('generate-text.ts');
    expect(errors).toBe('');
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^Model: scripted, on a loopback server/);
    expect(lines[1]).toContain(ANSWER);
    expect(lines.slice(2)).toEqual(DONE);
  });

  it('stream-text: the plan as it changes, then the text', async () => {
    const { code, lines, errors } = await runExample('stream-text.ts');
    expect(errors).toBe('');
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^Model: scripted, on a loopback server/);
    expect(lines[1]).toBe('Plan: 0 of 3 done');
    expect(lines).toContain('Plan: 3 of 3 done');
    expect(lines.at(-1)).toContain(ANSWER);
  });

  it('tool-loop-agent: one agent, a plan for each session', async () => {
    const { code, lines, errors } = await runExample('tool-loop-agent.ts');
    expect(errors).toBe('');
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^Model: scripted, on a loopback server/);
    const plan = DONE.map((line) => `  ${line}`);
    expect(lines.slice(1)).toEqual([
      expect.stringContaining(`ada: ${ANSWER}`),
      ...plan,
      expect.stringContaining(`grace: ${ANSWER}`),
      ...plan,
    ]);
  });

  it.each(['generate-text.ts', 'stream-text.ts', 'tool-loop-agent.ts'])(
    '%s stays short enough to copy',
    (name) => {
      const source = readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8');
      expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(50);
      expect(source).toMatch(/node examples\/[a-z-]+\.ts/);
    },
  );
});
