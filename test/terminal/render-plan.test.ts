import { describe, expect, it } from 'vitest';
import { createTodoKit, memoryStore } from '../../src/index.ts';
import { displayWidth, renderPlan } from '../../src/terminal/index.ts';
import { colorsOf, withoutColors } from './support/codes.ts';
import { longPlan, plan, settledPlan } from '../support/plans.ts';

const rows = (...args: Parameters<typeof renderPlan>) => renderPlan(...args).split('\n');

describe('a plan as text', () => {
  it('is one row for each task, marked with its status', () => {
    expect(rows(plan('A+', 'B*', 'C'))).toEqual(['✓ A', '▸ B', '☐ C']);
  });

  it('has an ASCII form that leaves the text of the tasks alone', () => {
    const long = plan('Größe prüfen+', 'B*', 'Überall '.repeat(9));
    expect(rows(long, { ascii: true, columns: 24 })).toEqual([
      '[x] Größe prüfen',
      '[~] B',
      '[ ] Überall Überall Ü...',
    ]);
    expect(rows(settledPlan('B*'), { ascii: true })).toEqual(['[-] B (paused)']);
    expect(renderPlan(plan('A+', 'B*', 'C'), { ascii: true, header: true, rows: 3 })).toMatch(
      /^[ -~\n]*$/,
    );
  });

  it('says in a header how much is done', () => {
    expect(rows(plan('A+', 'B*', 'C'), { header: true })[0]).toBe('Plan: 1 of 3 done');
  });

  it('is nothing where nothing was planned, and says so where the list was cleared', () => {
    for (const header of [true, false]) {
      expect(renderPlan({ todos: null, turn: null }, { header })).toBe('');
    }
    expect(renderPlan(plan())).toBe('');
    expect(renderPlan(plan(), { header: true })).toBe('Plan: cleared');
  });

  it('shows a task whose text is all invisible as a task', () => {
    expect(rows(plan('\u001B[2J'))).toEqual(['☐ \uFFFD']);
  });

  it('takes what a session gives', async () => {
    const kit = createTodoKit({ store: memoryStore(), allowParallelInProgress: false });
    const session = kit.session('chat');
    expect(renderPlan(await session.plan())).toBe('');
    const turn = await session.startTurn();
    await turn.write([{ content: 'A', status: 'in_progress' }]);
    expect(renderPlan(await session.plan())).toBe('▸ A');
    await turn.end();
    expect(renderPlan(await session.plan())).toBe('▹ A (paused)');
  });
});

describe('a plan whose turn is over', () => {
  it('shows what was in progress as paused, and nothing else differently', () => {
    expect(rows(settledPlan('A+', 'B*', 'C'), { header: true })).toEqual([
      'Plan: 1 of 3 done',
      '✓ A',
      '▹ B (paused)',
      '☐ C',
    ]);
  });

  it('leaves the word out where there is no room for it', () => {
    const paused = (columns: number) => renderPlan(settledPlan('Write the summary*'), { columns });
    expect(paused(28)).toBe('▹ Write the summary (paused)');
    expect(paused(20)).toBe('▹ Write th… (paused)');
    expect(paused(16)).toBe('▹ Write the sum…');
  });
});

describe('a status of another tool', () => {
  it.each(['cancelled', 'failed', 'done', 'Completed', 'constructor', '__proto__'])(
    'is named, and never taken for one of ours: %s',
    (status) => {
      expect(rows({ todos: [{ content: 'A', status }] })).toEqual([`? A (${status})`]);
      const ascii = { ascii: true, header: true };
      expect(rows({ todos: [{ content: 'A', status }] }, ascii)).toEqual([
        'Plan: 0 of 1 done',
        `[?] A (${status})`,
      ]);
    },
  );

  it('cannot act on the terminal either', () => {
    expect(rows({ todos: [{ content: 'A', status: '\u001B[2Jx\n' }] })).toEqual(['? A (x )']);
  });
});

describe('a plan in a narrow window', () => {
  const long = 'x'.repeat(200);

  it.each([undefined, 0, -3, Number.NaN, 80])('takes 80 columns for %s', (columns) => {
    expect(rows(plan(long), { columns })).toEqual([`☐ ${'x'.repeat(77)}…`]);
  });

  it.each([
    [1, '☐', '['],
    [2, '☐', '['],
    [3, '☐ …', '[ ]'],
    [5, '☐ xx…', '[ ] x'],
    [7, '☐ xxxx…', '[ ] ...'],
  ])('clips to %i columns and never wraps', (columns, unicode, ascii) => {
    expect(rows(plan(long), { columns })).toEqual([unicode]);
    expect(rows(plan(long), { columns, ascii: true })).toEqual([ascii]);
  });

  it('cuts nothing where the width has no end', () => {
    expect(rows(plan(long), { columns: Infinity })).toEqual([`☐ ${long}`]);
  });

  it('never draws a row wider than the window, whatever stands in it', () => {
    const items = [
      '日本語'.repeat(60),
      '👨‍👩‍👧‍👦'.repeat(60),
      '⚠️⚠'.repeat(60),
      'e\u0301'.repeat(200),
      long,
    ];
    for (let columns = 1; columns <= 40; columns += 1) {
      for (const ascii of [true, false]) {
        for (const shown of [plan(...items), settledPlan(...items.map((item) => `${item}*`))]) {
          for (const row of rows(shown, { columns, ascii, header: true, rows: 5 })) {
            expect(displayWidth(row)).toBeLessThanOrEqual(columns);
          }
        }
      }
    }
  });

  it('cuts rows of any characters at the same column', () => {
    const items = ['x'.repeat(60), '日本語'.repeat(20), '👨‍👩‍👧‍👦'.repeat(30), 'e\u0301'.repeat(60)];
    const widths = rows(plan(...items), { columns: 31 }).map(displayWidth);
    expect(widths).toEqual([31, 31, 31, 31]);
  });
});

describe('a list that is longer than the rows it may take', () => {
  it.each([
    [0, 3, []],
    [1, 3, ['▸ Task 3']],
    [2, 3, ['▸ Task 3', '… 9 more']],
    [3, 3, ['… 3 earlier', '▸ Task 3', '… 6 more']],
    [4, 3, ['… 2 earlier', '✓ Task 2', '▸ Task 3', '… 6 more']],
    [5, 3, ['✓ Task 0', '✓ Task 1', '✓ Task 2', '▸ Task 3', '… 6 more']],
    [4, 0, ['▸ Task 0', '☐ Task 1', '☐ Task 2', '… 7 more']],
    [4, 9, ['… 7 earlier', '✓ Task 7', '✓ Task 8', '▸ Task 9']],
    [10, 3, Array.from({ length: 10 }, (_, i) => `${i < 3 ? '✓' : i === 3 ? '▸' : '☐'} Task ${i}`)],
  ])('is clipped to %i rows around task %i', (limit, active, expected) => {
    expect(renderPlan(longPlan(10, active), { rows: limit })).toBe(expected.join('\n'));
  });

  it('is clipped around what comes next where nothing is in progress', () => {
    const items = Array.from({ length: 9 }, (_, i) => `Task ${i}${i < 6 ? '+' : ''}`);
    expect(rows(plan(...items), { rows: 4, header: true })).toEqual([
      'Plan: 6 of 9 done',
      '… 6 earlier',
      '☐ Task 6',
      '… 2 more',
    ]);
  });

  it('accounts for every task, however many rows there are', () => {
    for (let limit = 2; limit <= 13; limit += 1) {
      for (let active = 0; active < 12; active += 1) {
        const shown = rows(longPlan(12, active), { rows: limit });
        expect(shown.length).toBeLessThanOrEqual(limit);
        expect(shown).toContain(`▸ Task ${active}`);
        const hidden = shown.map((row) => Number(/^… (\d+)/.exec(row)?.[1] ?? 0));
        const drawn = shown.filter((row) => row.includes('Task'));
        expect(drawn.length + hidden.reduce((sum, count) => sum + count)).toBe(12);
        // A row that says that one task is hidden could as well show it.
        expect(hidden).not.toContain(1);
      }
    }
  });
});

describe('colours', () => {
  it('are off unless asked for, and close what they open in each row', () => {
    expect(renderPlan(plan('A+', 'B*', 'C'), { header: true })).not.toContain('\u001B');
    const coloured = renderPlan(plan('A+', 'B*', 'C'), { header: true, color: true });
    expect(coloured).toContain('\u001B[32m✓\u001B[39m');
    expect(withoutColors(coloured)).toBe(renderPlan(plan('A+', 'B*', 'C'), { header: true }));
    for (const row of coloured.split('\n')) {
      const codes = colorsOf(row);
      expect(codes.filter((code) => code < 22 || (code > 29 && code < 39))).toHaveLength(
        codes.length / 2,
      );
    }
  });
});
