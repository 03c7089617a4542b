import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createSessionTrace } from '../../../src/core/invariants/session-trace.ts';
import type { TraceNote } from '../../../src/core/invariants/violation.ts';
import { projectTodos } from '../../../src/core/plan.ts';
import { recordedLogs } from '../../fixtures/recorded-logs.ts';
import { item } from './log.ts';

const FIXTURES = new URL('../../fixtures/', import.meta.url);
const RECORDED = recordedLogs();

function readLog(url: URL) {
  const [header, ...events] = readFileSync(url, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
  return { header, events };
}

function checkLog({ header, events }: ReturnType<typeof readLog>) {
  const notes: TraceNote[] = [];
  const trace = createSessionTrace({ onNote: (note) => notes.push(note) });
  const violations = [...trace.header(header), ...events.flatMap((event) => trace.advance(event))];
  return { violations, notes };
}

describe('a raw log of the predecessor, as it stands on a disk', () => {
  const log = readLog(new URL('predecessor-on-disk.jsonl', FIXTURES));

  test('gives its standing plan', () => {
    expect(projectTodos(log.events)).toEqual({
      todos: [
        item('Gießkanne füllen 🚿', 'in_progress'),
        item('Sow "runner" beans\nin rows', 'in_progress'),
      ],
      counts: { pending: 0, inProgress: 2, completed: 0 },
      turn: { number: 2, open: false },
      asOfSeq: 22,
    });
  });

  test('is well formed: a packed row stands for as many events as it has members', () => {
    const { violations, notes } = checkLog(log);
    expect(violations).toEqual([]);
    expect(notes.filter(({ rule }) => rule === 'unknown-kind')).toEqual([
      {
        rule: 'unknown-kind',
        seq: 22,
        message: 'the turn ended in a way that is not known: "max-tokens"',
      },
    ]);
  });

  test('is not well formed with an event of a packed row too few', () => {
    const events = log.events.map((event) =>
      JSON.parse(JSON.stringify(event).replace('"First",', '')),
    );
    const { violations } = checkLog({ ...log, events });
    expect(violations.map(({ rule, seq }) => [rule, seq])).toEqual([['seq-contiguous', 8]]);
  });

  test('is checked for the rules of turns and lists like any other', () => {
    const events = log.events.filter((event) => !JSON.stringify(event).includes('"turn/start"'));
    const { violations } = checkLog({ ...log, events });
    expect(new Set(violations.map(({ rule }) => rule))).toEqual(
      new Set(['seq-contiguous', 'write-in-turn']),
    );
  });
});

describe('a raw log of the predecessor without seq and time', () => {
  const log = readLog(new URL('predecessor-unnumbered.jsonl', FIXTURES));

  test('gives its standing plan, in a turn that is still open', () => {
    expect(projectTodos(log.events)).toMatchObject({
      todos: [item('Peel potatoes', 'completed'), item('Boil water', 'in_progress')],
      turn: { number: 1, open: true },
    });
  });

  test('is well formed, and its findings are numbered by their place', () => {
    const { violations, notes } = checkLog(log);
    expect(violations).toEqual([]);
    // turn/start 0, step/start 1, four chunks 2 to 5, tool/call 6
    expect(notes.filter(({ rule }) => rule === 'unknown-type').map(({ seq }) => seq)).toEqual([
      1, 2, 6, 8, 9, 10, 12,
    ]);
  });

  test('breaks the rules for logs of our own', () => {
    const trace = createSessionTrace();
    const rules = log.events.slice(0, 1).flatMap((event) => trace.advance(event));
    expect(rules.map(({ rule }) => rule)).toEqual(['seq-contiguous', 'event-shape']);
  });
});

const PLANS: Readonly<Record<string, readonly [readonly object[] | null, number, boolean]>> = {
  'acp-agent__subagent-max-tokens-partial__session.jsonl': [null, 1, false],
  'acp-agent__subagent-max-tokens-partial__session.1.jsonl': [
    [item('keep going', 'in_progress')],
    1,
    false,
  ],
  'acp-agent__todo-write__session.jsonl': [
    [
      item('read the code', 'in_progress'),
      item('watch the background build', 'in_progress'),
      item('write the fix'),
    ],
    1,
    false,
  ],
  'generated-rc8__session.jsonl': [[item('café ☃ 😀 "quoted"\nsecond line')], 2, false],
  'history-2026-07-08__acp-agent__repeat-tool-guard__session.jsonl': [
    [item('watch the kettle boil', 'in_progress')],
    1,
    false,
  ],
};

describe.skipIf(RECORDED === undefined)('recorded logs of the predecessor', () => {
  const folder = RECORDED ?? '';
  const names = folder === '' ? [] : readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const recorded = (name: string) => pathToFileURL(join(folder, name));

  test.each(Object.entries(PLANS))('%s gives its standing plan', (name, [todos, number, open]) => {
    const { events } = readLog(recorded(name));
    expect(projectTodos(events)).toMatchObject({ todos, turn: { number, open } });
  });

  test('all of them are well formed', () => {
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      expect({ name, ...checkLog(readLog(recorded(name))) }).toMatchObject({
        name,
        violations: [],
      });
    }
  });
});
