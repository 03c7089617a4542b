import { describe, expect, it } from 'vitest';
import { openLive } from './support/open-live.ts';
import { DINNER, dinner, plan } from '../support/plans.ts';
import { noTerminal } from './support/pseudo-terminal.ts';

const SIZE = { columns: 40, rows: 10 };

describe.skipIf(noTerminal)('a live plan in a window that is resized', () => {
  const long = plan(
    'Choose the dishes with nobody hungry left+',
    'List the shopping for all of the dishes*',
    '日本語の長い作業項目をここに書いておきます',
  );

  it('leaves no trace in a wider, a lower or a higher one', async () => {
    await using window = await openLive(SIZE);
    await window.tell('log', 'first');
    await window.tell('write', 'second');
    await window.tell('update', dinner);
    for (const size of [
      { columns: 60, rows: 10 },
      { columns: 60, rows: 5 },
      { columns: 60, rows: 12 },
      { columns: 40, rows: 12 },
    ]) {
      await window.resize(size);
      await expect.poll(window.all).toEqual(['first', 'second', ...DINNER]);
    }
    await window.resize({ columns: 40, rows: 3 });
    await expect
      .poll(window.all)
      .toEqual(['first', 'second', 'Plan: 1 of 3 done', '▸ List the shopping']);
  });

  it('leaves no trace in a narrower one whose rows still fit', async () => {
    await using window = await openLive(SIZE);
    await window.tell('log', 'first');
    await window.tell('update', dinner);
    await window.resize({ columns: 20, rows: 10 });
    await window.tell('write', 'second');
    await expect.poll(window.all).toEqual(['first', 'second', ...DINNER]);
  });

  it('loses nothing above it where the emulator moves the cursor as it wraps rows', async () => {
    await using window = await openLive(SIZE);
    await window.tell('log', 'first');
    await window.tell('write', 'second');
    await window.tell('update', long);
    await expect.poll(window.screen).toContain('▸ List the shopping for all of the dish…');
    await window.resize({ columns: 24, rows: 10 });
    await expect
      .poll(() => window.all().slice(-4))
      .toEqual([
        'Plan: 1 of 3 done',
        '✓ Choose the dishes wit…',
        '▸ List the shopping for…',
        '☐ 日本語の長い作業項目…',
      ]);
    // xterm.js takes rows that wrap below the cursor for rows above it: a trace of the old plan stays between.
    expect(window.all().slice(0, 2)).toEqual(['first', 'second']);
  });
});
