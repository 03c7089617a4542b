import { describe, expect, test } from 'vitest';
import { createProgress, progressText } from '../../src/cli/output/progress.ts';

function newStream(isTTY: boolean, columns = 80) {
  const written: string[] = [];
  return { written, isTTY, columns, write: (text: string) => written.push(text) };
}

describe('progress', () => {
  test('says how much, how fast, and how long it still takes', () => {
    const state = { done: 250e6, total: 1e9, seconds: 2, unit: 'bytes' } as const;
    expect(progressText(state)).toBe(
      '[#####---------------] 25%  250 MB of 1.00 GB  125 MB/s  6 s left',
    );
    expect(progressText({ done: 5, total: undefined, seconds: 1, unit: 'events' })).toBe(
      '5 events  5 events/s',
    );
    expect(progressText({ done: 0, total: 1e10, seconds: 0, unit: 'bytes' })).toContain(' 0%');
    expect(progressText({ done: 1e6, total: 8e9, seconds: 1, unit: 'bytes' })).toContain(
      '2 h 13 min left',
    );
  });

  test('is shown on a terminal, once the work takes long, and leaves no trace', () => {
    let time = 0;
    const stream = newStream(true);
    const progress = createProgress({ stream, unit: 'bytes', total: () => 100, now: () => time });
    progress.update(1);
    expect(stream.written).toEqual([]);
    time = 500;
    progress.update(50);
    progress.update(51);
    expect(stream.written).toHaveLength(1);
    progress.clear();
    progress.clear();
    expect(stream.written.at(-1)).toBe('\r\u001b[K');
    expect(stream.written).toHaveLength(2);
  });

  test('is never shown elsewhere', () => {
    let time = 0;
    const stream = newStream(false);
    const progress = createProgress({ stream, unit: 'events', total: () => 9, now: () => time });
    time = 5_000;
    progress.update(5);
    progress.clear();
    expect(stream.written).toEqual([]);
  });

  test.each([0, 1, 5, NaN])('fits a window of %s columns', (columns) => {
    let time = 0;
    const stream = newStream(true, columns);
    const progress = createProgress({ stream, unit: 'bytes', total: () => 100, now: () => time });
    time = 500;
    progress.update(50);
    expect(stream.written).toHaveLength(1);
    // Two escapes of our own stand around it; no width at all is taken for 80 columns.
    const width = columns > 1 ? columns : 80;
    expect(stream.written[0]?.length).toBeLessThanOrEqual(width - 1 + 4);
  });
});
