import xterm from '@xterm/headless';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { livePlan } from '../../src/terminal/index.ts';
import { fakeStream } from './support/fake-stream.ts';
import { plan } from '../support/plans.ts';

// Without a process between, so that the time between two sizes can be told exactly.
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('leaves no trace of rows that become too long while the edge of a window is dragged', async () => {
  const terminal = new xterm.Terminal({
    cols: 40,
    rows: 10,
    allowProposedApi: true,
    convertEol: true,
  });
  const stream = fakeStream({ isTTY: true, columns: 40, rows: 10 });
  const output = { ...stream, write: (text: string) => terminal.write(text) };
  const live = livePlan(output, { env: {} });
  const rows = () => {
    const { active } = terminal.buffer;
    const all = Array.from({ length: active.length }, (_, i) => active.getLine(i));
    return all.map((line) => line?.translateToString(true)).filter((row) => row !== '');
  };

  live.log('first');
  live.write('second');
  live.update(plan('Choose the dishes of all days', 'List the shopping for them*'));
  await vi.advanceTimersByTimeAsync(10);
  expect(rows()).toContain('▸ List the shopping for them');
  for (const columns of [38, 35, 31, 27, 24, 20]) {
    terminal.resize(columns, 10);
    Object.assign(output, { columns });
    stream.resize(columns, 10);
    await vi.advanceTimersByTimeAsync(10);
    expect(rows()).toEqual(['first', 'second']);
  }
  await vi.advanceTimersByTimeAsync(100);
  expect(rows()).toEqual([
    'first',
    'second',
    'Plan: 0 of 2 done',
    '☐ Choose the dishes…',
    '▸ List the shopping…',
  ]);
  live.stop();
});
