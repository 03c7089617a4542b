import { describe, expect, it } from 'vitest';
import { openLive } from './support/open-live.ts';
import { DINNER, dinner, plan } from '../support/plans.ts';
import { noTerminal } from './support/pseudo-terminal.ts';

const SIZE = { columns: 40, rows: 10 };

describe.skipIf(noTerminal)('what a live plan leaves behind', () => {
  const left = (status: number) => ['text', ...DINNER, `$${status}`];
  const open = async () => {
    const window = await openLive(SIZE);
    await window.tell('write', 'text');
    await window.tell('update', dinner);
    await expect.poll(window.screen).toEqual(['text', ...DINNER]);
    return window;
  };

  it('the last plan, with the cursor on a new row below it', async () => {
    await using window = await open();
    await window.tell('stop');
    await window.tell('update', plan('Too late'));
    await window.tell('log', 'after');
    await expect.poll(window.screen).toEqual(['text', ...DINNER, 'after']);
    await window.tell('exit', 0);
    await window.ended;
    expect(window.screen()).toEqual(['text', ...DINNER, 'after', '$0']);
  });

  it('the same when the process exits without stopping it', async () => {
    await using window = await open();
    await window.tell('exit', 3);
    await window.ended;
    expect(window.screen()).toEqual(left(3));
    expect(window.cursor()).toEqual({ row: 5, column: 3, visible: true });
  });

  it('the same at Ctrl+C, which still ends the process as an interrupt', async () => {
    await using window = await open();
    window.type('\u0003');
    await window.ended;
    expect(window.screen()).toEqual(['text^C', ...DINNER, '$130']);
    expect(window.cursor().visible).toBe(true);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('the same at %s', async (signal, status) => {
    await using window = await open();
    await window.kill(signal);
    await window.ended;
    expect(window.screen().filter((row) => row !== 'Terminated' && row !== 'Hangup')).toEqual(
      left(status),
    );
    expect(window.cursor().visible).toBe(true);
  });

  it('the same when it crashes, with the error below the plan', async () => {
    await using window = await openLive({ columns: 80, rows: 30 });
    await window.tell('update', dinner);
    await window.tell('crash', 'out of leeks');
    await window.ended;
    const screen = window.screen();
    expect(screen.slice(0, 5)).toEqual(['', ...DINNER]);
    expect(screen.slice(5).join('\n')).toContain('Error: out of leeks');
    expect(screen.at(-1)).toBe('$1');
    expect(window.cursor().visible).toBe(true);
  });

  it('a visible cursor even when it is killed', async () => {
    await using window = await open();
    await window.kill('SIGKILL');
    await window.ended;
    expect(window.cursor().visible).toBe(true);
  });

  it('leaves an interrupt to an application that listens for it', async () => {
    await using window = await open();
    await window.tell('listen', 'SIGINT');
    await window.kill('SIGINT');
    await expect.poll(window.screen).toEqual(['text', 'heard SIGINT', '', ...DINNER]);
    await window.tell('update', plan('It goes on'));
    await expect.poll(window.screen).toContain('☐ It goes on');
  });

  it('nothing but plain text where the terminal is dumb', async () => {
    await using window = await openLive({ ...SIZE, env: { TERM: 'dumb' } });
    await window.tell('update', plan('A*', 'B'));
    await window.tell('update', plan('A+', 'B*'));
    await window.tell('exit', 0);
    await window.ended;
    expect(window.all()).toEqual([
      'Plan: 0 of 2 done',
      '  [~] A',
      '  [ ] B',
      'Plan: 1 of 2 done',
      '  [x] A',
      '  [~] B',
      '$0',
    ]);
    expect(window.bytes()).not.toMatch(/[^\P{Cc}\r\n]/u);
  });
});
