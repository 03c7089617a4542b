import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { end, item, log, start, write, type Entry } from '../core/invariants/log.ts';
import { cli, newFile, newFolder } from './support/cli.ts';
import { fillStore, HEADER, linesText, logText, turns } from './support/logs.ts';

interface JsonSession {
  readonly session: string | null;
  readonly violations: readonly {
    rule: string;
    seq: number;
    line?: number;
    byte?: number;
    index?: number;
  }[];
  readonly notes: readonly { rule: string; count: number; line?: number }[];
  readonly events: number;
  readonly file?: string;
  readonly error?: { readonly code: string };
}

// The shape of our own document; what the tests read of it is compared with what they expect.
const read = (stdout: string) =>
  JSON.parse(stdout) as { sessions: readonly JsonSession[]; violations: number };

/** A log with one change at one of its events. */
const changed = (at: number, change: (event: Entry) => object) => {
  const events = log(...turns).map((event, i) => (i === at ? change(event) : event));
  return linesText([HEADER, ...events].map((record) => JSON.stringify(record)));
};
const todos = (...list: readonly unknown[]) =>
  changed(4, (event) => ({ ...event, data: { todos: list } }));

/** For each rule a log that breaks it and no other, with the line of the fault. */
const broken: Readonly<Record<string, readonly [text: string, line: number]>> = {
  'header-valid': [logText(turns, { ...HEADER, uid: '' }), 1],
  'seq-contiguous': [changed(2, (event) => ({ ...event, seq: 7 })), 4],
  'event-shape': [changed(2, (event) => ({ ...event, time: undefined })), 4],
  'turn-order': [logText([...turns, end(2), start(4)]), 8],
  'write-in-turn': [logText([...turns, end(2), write([item('late')])]), 8],
  'todos-array': [changed(4, (event) => ({ ...event, data: { todos: 'none' } })), 6],
  'todo-entry': [todos({ content: 'a', status: 'pending', id: 1 }), 6],
  'todo-content': [todos(item(' a')), 6],
  'todo-unique': [todos(item('a'), item('b'), item('a')), 6],
  'todo-status': [todos(item('a', 'done')), 6],
};

describe('check, over a log', () => {
  test('finds each rule that is broken, it alone, and where', async () => {
    const folder = await newFolder();
    for (const [rule, [text]] of Object.entries(broken)) {
      await writeFile(join(folder, `${rule}.session.jsonl`), text);
    }
    const { code, stdout, stderr } = await cli(['check', '--json', folder]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const found = read(stdout).sessions.map(({ file = '', violations }) => {
      const name = file.slice(folder.length + 1).replace('.session.jsonl', '');
      return [name, violations.map(({ rule, line }) => [rule, line])];
    });
    const expected = Object.entries(broken).map(([rule, [, line]]) => [rule, [[rule, line]]]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });

  test('prints every violation of a log in order: file:line (byte B) seq S rule: message', async () => {
    const text = logText([
      start(1),
      write([item(''), item('a', 'later')]),
      { type: 'host.note', data: null },
      end(2),
    ]);
    const path = await newFile(text);
    const { code, stdout } = await cli(['check', path]);
    const places = text.split('\n').map((_, i, lines) => lines.slice(0, i).join('\n').length + 1);
    expect(code).toBe(1);
    expect(stdout.split('\n')).toEqual([
      `${path}:3 (byte ${places[2]}) seq 1 todo-content: todos[0].content must be a non-empty string without space around it`,
      `${path}:3 (byte ${places[2]}) seq 1 todo-status: todos[1].status must be pending, in_progress or completed`,
      `${path}:5 (byte ${places[4]}) seq 3 turn-order: turn/end 2 stands where turn/end 1 was expected`,
      `${path}:4 (byte ${places[3]}) seq 2 note unknown-type: the type "host.note" is not known; the event is kept and skipped`,
      `garden (${path}): 4 events, 3 violations`,
      '',
    ]);
  });

  test('is content with a log whatever number of tasks is in progress', async () => {
    const path = await newFile(
      logText([start(1), write([item('a', 'in_progress'), item('b', 'in_progress')])]),
    );
    const { code, stdout } = await cli(['check', path]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `garden (${path}): 2 events, clean\n` });
  });

  test('reports what breaks no rule as notes: other types and fields, time, dropped tasks', async () => {
    const entries = [
      start(1),
      { type: 'host.note', data: 1 },
      { type: 'host.note', data: 2 },
      write([item('a'), item('b', 'completed')], { hue: 'red' }),
      write([item('c')], { time: 5 }),
    ];
    const { code, stdout } = await cli(['check', '--json', await newFile(logText(entries))]);
    expect(code).toBe(0);
    const [session] = read(stdout).sessions;
    expect(session?.notes.map(({ rule, count, line }) => [rule, count, line])).toEqual([
      ['unknown-type', 2, 3],
      ['unknown-field', 1, 5],
      ['time-backwards', 1, 6],
      ['items-dropped', 1, 6],
    ]);
  });

  test('does not judge an append at the end of a store that has not become whole', async () => {
    const folder = join(await newFolder(), 'plans');
    await mkdir(join(folder, 'garden'), { recursive: true });
    const more = JSON.stringify({ ...log(...turns, end(9))[5], more: true });
    const path = join(folder, 'garden', 'events.jsonl');
    await writeFile(path, `${logText()}${more}\n{"seq":6,"ti`);
    const { code, stdout } = await cli(['check', folder]);
    expect(code).toBe(0);
    expect(stdout).toContain(':7 (byte ');
    expect(stdout).toContain('note torn');
    expect(stdout).toContain('5 events, clean');
    // A file by itself may be a copy that lost its end.
    const alone = await cli(['check', path]);
    expect(alone.code).toBe(1);
    expect(alone.stdout).toContain(':7 (byte ');
  });
});

describe('a file with the logs of several sessions', () => {
  test.each(['check', 'show', 'check --json'])('is not taken for one log: %s', async (command) => {
    const other = logText(turns, { ...HEADER, id: 'other' });
    const path = await newFile(logText(turns) + other, 'events.jsonl');
    const { code, stdout, stderr } = await cli([...command.split(' '), path]);
    expect(code).toBe(2);
    expect(stdout + stderr).toContain('begins the log of another session');
  });
});

describe('check, over a store', () => {
  test('passes over no session because its log has become unreadable, and none that never was', async () => {
    const folder = await newFolder();
    await fillStore(folder, ['good']);
    const others = {
      zeros: '\0'.repeat(5000),
      strange: 'no log\nat all\n',
      cut: JSON.stringify(HEADER).slice(0, 40),
      empty: '',
    };
    for (const [name, text] of Object.entries(others)) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'events.jsonl'), text);
    }
    await mkdir(join(folder, 'directory', 'events.jsonl'), { recursive: true });
    const { code, stdout } = await cli(['check', '--json', folder]);
    const failed = read(stdout).sessions.filter(({ error }) => error !== undefined);
    expect({ code, failed: failed.map(({ session }) => session) }).toEqual({
      code: 2,
      failed: ['directory', 'strange', 'zeros'],
    });
    expect(read(stdout).sessions.length).toBeGreaterThan(failed.length);
  });

  test('checks all sessions, or those that are named', async () => {
    const folder = join(await newFolder(), 'plans');
    await fillStore(folder, ['a/b', 'Team', 'team']);
    const all = await cli(['check', '--json', `file:${folder}`]);
    expect(all.code).toBe(0);
    const { sessions } = read(all.stdout);
    expect(sessions.map(({ session, events }) => [session, events]).toSorted()).toEqual([
      ['Team', 3],
      ['a/b', 3],
      ['team', 3],
    ]);
    const one = await cli(['check', folder, 'a/b']);
    expect(one.stdout).toContain('a/b (');
    expect(one.stdout).not.toContain('team');
    expect(one.code).toBe(0);
  });

  test('says which session does not exist, checks the others, and ends with 2', async () => {
    const folder = join(await newFolder(), 'plans');
    await fillStore(folder, ['here']);
    const { code, stdout } = await cli(['check', folder, 'gone', 'here']);
    expect(code).toBe(2);
    expect(stdout).toContain('"gone" does not exist');
    expect(stdout).toContain('3 events, clean');
  });

  test('checks the logs of a folder, also where they have names of their own', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'monday.jsonl'), logText());
    await writeFile(join(folder, 'notes.txt'), 'hello');
    const { code, stdout } = await cli(['check', folder]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `garden (${join(folder, 'monday.jsonl')}): 5 events, clean\n`,
    });
  });

  test('says of an empty folder that there is no session, and of another one that it is no store', async () => {
    const empty = await cli(['check', await newFolder()]);
    expect(empty).toEqual({ code: 0, stdout: '0 sessions, 0 events, 0 violations\n', stderr: '' });
    const other = await newFolder();
    await writeFile(join(other, 'notes.txt'), 'hello');
    const { code, stderr } = await cli(['check', other]);
    expect(code).toBe(2);
    expect(stderr).toContain('holds no session');
  });
});

describe('check, on a terminal', () => {
  test('shows how far it is once that takes long, and takes it away before anything else is printed', async () => {
    let time = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (time += 500));
    const path = await newFile(logText([...turns, end(9)]));
    const { code, stdout, stderr } = await cli(['check', path], {
      isTTY: true,
      env: { TERM: 'xterm' },
    });
    vi.restoreAllMocks();
    expect(code).toBe(1);
    expect(stderr.replaceAll('\u001b', 'ESC')).toMatch(
      /^\r\[#+\] 100% {2}\d+ kB of \d+ kB {2}\d+ kB\/s {2}0 s leftESC\[K\rESC\[K/,
    );
    expect(stdout).toContain('\u001b[31mturn-order');
  });
});
