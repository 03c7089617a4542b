import { describe, expect, it } from 'vitest';
import { withLive } from './support/open-live.ts';
import { plan } from '../support/plans.ts';
import { noTmux, openTmux } from './support/tmux.ts';

// tmux keeps the cursor with its text while it wraps rows anew, as most terminals do.
describe.skipIf(noTmux)('a live plan in a window of tmux', () => {
  const open = () => withLive((args) => openTmux(args, { columns: 40, rows: 12 }));
  const long = plan(
    'Choose the dishes with nobody hungry left+',
    'List the shopping for all of the dishes*',
    '日本語の長い作業項目をここに書いておきます',
  );
  const frames: Readonly<Record<number, string[]>> = {
    40: [
      'Plan: 1 of 3 done',
      '✓ Choose the dishes with nobody hungry…',
      '▸ List the shopping for all of the dish…',
      '☐ 日本語の長い作業項目をここに書いてお…',
    ],
    24: [
      'Plan: 1 of 3 done',
      '✓ Choose the dishes wit…',
      '▸ List the shopping for…',
      '☐ 日本語の長い作業項目…',
    ],
  };

  it('leaves no trace of rows that the terminal wraps when the window is made narrower', async () => {
    await using window = await open();
    const earlier = Array.from({ length: 5 }, (_, i) => `earlier ${i}`);
    for (const line of earlier) await window.tell('log', line);
    await window.tell('log', 'a first line that is wider than the next window');
    await window.tell('write', 'and a second');
    await window.tell('update', long);
    const first = [
      ...earlier,
      'a first line that is wider than the next',
      ' window',
      'and a second',
    ];
    await expect.poll(window.all).toEqual([...first, ...(frames[40] ?? [])]);

    await window.resize({ columns: 24, rows: 12 });
    const wrapped = [
      ...earlier,
      'a first line that is wid',
      'er than the next window',
      'and a second',
    ];
    await expect.poll(window.all).toEqual([...wrapped, ...(frames[24] ?? [])]);

    await window.resize({ columns: 40, rows: 12 });
    await expect.poll(window.all).toEqual([...first, ...(frames[40] ?? [])]);
  });

  it('leaves the plan and a visible cursor below it at Ctrl+C', async () => {
    await using window = await open();
    await window.tell('update', long);
    await expect.poll(window.all).toEqual(['', ...(frames[40] ?? [])]);
    window.type('C-c');
    await expect.poll(window.all).toEqual(['^C', ...(frames[40] ?? []), '$130']);
    expect(window.cursor()).toEqual({ row: 5, column: 5, visible: true });
  });
});
