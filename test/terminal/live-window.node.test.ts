import { describe, expect, it } from 'vitest';
import { openLive } from './support/open-live.ts';
import { DINNER, dinner, longPlan, plan, settledPlan } from '../support/plans.ts';
import { noTerminal } from './support/pseudo-terminal.ts';

const SIZE = { columns: 40, rows: 10 };

describe.skipIf(noTerminal)('a live plan in a window', () => {
  it('is redrawn in place, with the cursor where the text goes on', async () => {
    await using window = await openLive(SIZE);
    await window.tell('update', plan('Choose the dishes*', 'List the shopping', 'Set a timetable'));
    await expect.poll(window.screen).toContain('▸ Choose the dishes');
    await window.tell('update', dinner);
    await expect.poll(window.screen).toEqual(['', ...DINNER]);
    expect(window.cursor()).toEqual({ row: 0, column: 0, visible: true });
  });

  it('shows the next turn without a plan until there is one', async () => {
    await using window = await openLive(SIZE);
    await window.tell('update', dinner);
    await expect.poll(window.screen).toEqual(['', ...DINNER]);
    await window.tell('update', { todos: null, turn: { open: true } });
    await expect.poll(window.screen).toEqual([]);
  });

  it('shows what was in progress as paused once the turn is over', async () => {
    await using window = await openLive(SIZE);
    await window.tell('update', dinner);
    await window.tell('update', settledPlan('Choose the dishes+', 'List the shopping*'));
    await expect
      .poll(window.screen)
      .toEqual(['', 'Plan: 1 of 2 done', '✓ Choose the dishes', '▹ List the shopping (paused)']);
  });

  it('prints running text and lines above the plan, and lets both scroll away', async () => {
    await using window = await openLive(SIZE);
    await window.tell('update', dinner);
    for (const piece of ['Soup, then', ' pasta.\n', 'And pears for', ' those who like them']) {
      await window.tell('write', piece);
    }
    await expect
      .poll(window.screen)
      .toEqual(['Soup, then pasta.', 'And pears for those who like them', ...DINNER]);
    await window.tell('log', 'a line of its own');
    for (let i = 1; i <= 6; i += 1) await window.tell('log', `line ${i}`);
    await expect
      .poll(window.all)
      .toEqual([
        'Soup, then pasta.',
        'And pears for those who like them',
        'a line of its own',
        ...[1, 2, 3, 4, 5, 6].map((i) => `line ${i}`),
        '',
        ...DINNER,
      ]);
  });

  it.each([39, 40, 41, 80, 81])(
    'keeps every character of a text that reaches the edge of the window: %i columns',
    async (length) => {
      await using window = await openLive(SIZE);
      await window.tell('update', dinner);
      const text = Array.from({ length }, (_, i) => String(i % 10)).join('');
      for (const piece of text.match(/.{1,7}/g) ?? []) await window.tell('write', piece);
      await window.tell('update', plan('Another plan'));
      await window.tell('write', '!');
      const rows = `${text}!`.match(/.{1,40}/g) ?? [];
      // Behind a full row the cursor stands on the next one.
      const next = (length + 1) % 40 === 0 ? [''] : [];
      await expect
        .poll(window.screen)
        .toEqual([...rows, ...next, 'Plan: 0 of 1 done', '☐ Another plan']);
    },
  );

  it('wraps wide characters as the terminal does', async () => {
    await using window = await openLive({ columns: 9, rows: 10 });
    await window.tell('update', plan('A'));
    for (const piece of ['日本語', '日', '本', '語', '日本', '語'])
      await window.tell('write', piece);
    await expect.poll(window.screen).toEqual(['日本語日', '本語日本', '語', 'Plan: 0…', '☐ A']);
  });

  it('keeps rows of wide and joined characters within the window', async () => {
    await using window = await openLive({ columns: 20, rows: 10 });
    await window.tell(
      'update',
      plan(`${'日本語'.repeat(9)}`, `${'e\u0301'.repeat(40)}`, '⚠️ careful'),
    );
    await expect
      .poll(window.screen)
      .toEqual([
        '',
        'Plan: 0 of 3 done',
        '☐ 日本語日本語日本…',
        `☐ ${'e\u0301'.repeat(17)}…`,
        '☐ ⚠️ careful',
      ]);
  });

  it('clips a list that is longer than the window around the task in progress', async () => {
    await using window = await openLive(SIZE);
    await window.tell('update', longPlan(30, 0));
    const tasks = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => `☐ Task ${from + i}`);
    await expect
      .poll(window.screen)
      .toEqual(['', 'Plan: 0 of 30 done', '▸ Task 0', ...tasks(1, 7), '… 23 more']);
    await window.tell('update', longPlan(30, 15));
    await expect
      .poll(window.screen)
      .toEqual([
        '',
        'Plan: 15 of 30 done',
        '… 12 earlier',
        '✓ Task 12',
        '✓ Task 13',
        '✓ Task 14',
        '▸ Task 15',
        '☐ Task 16',
        '☐ Task 17',
        '… 12 more',
      ]);
  });

  it.each([1, 2, 3])('does not break in a window of %i rows', async (rows) => {
    await using window = await openLive({ columns: 40, rows });
    await window.tell('log', 'above');
    await window.tell('update', longPlan(5, 2));
    const frame = ['Plan: 2 of 5 done', '▸ Task 2'];
    await expect
      .poll(window.screen)
      .toEqual(['', ...frame.slice(0, rows - 1)].slice(rows === 1 ? 1 : 0));
    await window.tell('stop');
    await window.tell('log', 'below');
    await expect.poll(() => window.all().at(0)).toBe('above');
    await expect.poll(() => window.all().at(-1)).toBe('below');
  });

  it('heals where somebody else prints', async () => {
    await using window = await openLive(SIZE);
    await window.tell('update', dinner);
    await window.tell('print', 'a warning');
    await window.tell('log', 'ours');
    await window.tell('print', 'another warning');
    await window.tell('update', dinner);
    await window.tell('update', plan('Something else'));
    await expect
      .poll(window.screen)
      .toEqual([
        'a warning',
        'ours',
        'another warning',
        '',
        'Plan: 0 of 1 done',
        '☐ Something else',
      ]);
  });
});
