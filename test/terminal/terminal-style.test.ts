import { afterEach, describe, expect, it, vi } from 'vitest';
import { livePlan, terminalStyle, type Environment } from '../../src/terminal/index.ts';
import { colorsOf, withoutColors } from './support/codes.ts';
import { fakeStream } from './support/fake-stream.ts';
import { plan } from '../support/plans.ts';

afterEach(() => vi.unstubAllGlobals());

const TERMINAL = { isTTY: true, columns: 100, rows: 30 };
const PIPE = {};

describe('colour', () => {
  it.each([
    ['on a terminal', TERMINAL, {}, true],
    ['in a pipe', PIPE, {}, false],
    ['with NO_COLOR', TERMINAL, { NO_COLOR: '1' }, false],
    ['with an empty NO_COLOR', TERMINAL, { NO_COLOR: '' }, true],
    ['with FORCE_COLOR on a terminal', TERMINAL, { FORCE_COLOR: '1' }, true],
    ['with FORCE_COLOR in a pipe', PIPE, { FORCE_COLOR: '1' }, true],
    ['with FORCE_COLOR=0', TERMINAL, { FORCE_COLOR: '0' }, false],
    ['with FORCE_COLOR=false', TERMINAL, { FORCE_COLOR: 'false' }, false],
    ['with an empty FORCE_COLOR in a pipe', PIPE, { FORCE_COLOR: '' }, false],
    ['with both', TERMINAL, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    ['on a dumb terminal', TERMINAL, { TERM: 'dumb' }, false],
  ] as const)('%s', (_, stream, env: Environment, color) => {
    expect(terminalStyle(stream, { env }).color).toBe(color);
    // An option wins over all of it.
    expect(terminalStyle(stream, { env, color: true }).color).toBe(true);
    expect(terminalStyle(stream, { env, color: false }).color).toBe(false);
  });

  it('is decided for each stream by itself', () => {
    const env = {};
    expect([terminalStyle(TERMINAL, { env }), terminalStyle(PIPE, { env })]).toMatchObject([
      { color: true, redraw: true },
      { color: false, redraw: false },
    ]);
  });

  it('is never sent to a stream that does not want it', () => {
    for (const env of [{}, { NO_COLOR: '1' }, { TERM: 'dumb' }]) {
      const stream = fakeStream();
      const live = livePlan(stream, { env });
      live.update(plan('A*', 'B'));
      live.update(plan('A+', 'B*'));
      live.stop();
      expect(stream.text()).not.toContain('\u001B');
    }
    const plain = fakeStream({ isTTY: true });
    livePlan(plain, { env: { NO_COLOR: '1' } }).update(plan('A*'));
    expect(colorsOf(plain.text())).toEqual([]);
  });

  it('comes without any moving of the cursor where it is forced into a pipe', () => {
    const stream = fakeStream();
    livePlan(stream, { env: { FORCE_COLOR: '1' } }).update(plan('A*'));
    expect(stream.text()).toContain('\u001B[36m[~]\u001B[39m');
    expect(withoutColors(stream.text())).toBe('Plan: 0 of 1 done\n  [~] A\n');
  });
});

describe('ASCII', () => {
  it.each([
    ['not on a terminal', TERMINAL, {}, false],
    ['in a pipe', PIPE, {}, true],
    ['on a dumb terminal', TERMINAL, { TERM: 'dumb' }, true],
    ['on the Linux console', TERMINAL, { TERM: 'linux' }, true],
    ['in the locale C', TERMINAL, { LANG: 'C' }, true],
    ['in a locale that is not UTF-8', TERMINAL, { LANG: 'de_DE.ISO-8859-1' }, true],
    ['not in UTF-8', TERMINAL, { LANG: 'de_DE.UTF-8' }, false],
    ['not in UTF-8, spelled the other way', TERMINAL, { LC_ALL: 'C.utf8', LANG: 'C' }, false],
    ['not in a locale without a character set', TERMINAL, { LANG: 'en_GB' }, false],
  ] as const)('%s', (_, stream, env: Environment, ascii) => {
    expect(terminalStyle(stream, { env }).ascii).toBe(ascii);
    expect(terminalStyle(stream, { env, ascii: !ascii }).ascii).toBe(!ascii);
  });
});

describe('drawing in place', () => {
  it('is for terminals that can, unless an option says otherwise', () => {
    expect(terminalStyle(TERMINAL, { env: {} }).redraw).toBe(true);
    expect(terminalStyle(TERMINAL, { env: { TERM: 'dumb' } }).redraw).toBe(false);
    expect(terminalStyle(PIPE, { env: {} }).redraw).toBe(false);
    expect(terminalStyle(TERMINAL, { env: {}, redraw: false }).redraw).toBe(false);
  });
});

describe('the size', () => {
  it("is the stream's, unless an option gives another", () => {
    expect(terminalStyle(TERMINAL, { env: {} })).toMatchObject({ columns: 100, rows: 30 });
    expect(terminalStyle(TERMINAL, { columns: 20 })).toMatchObject({ columns: 20, rows: 30 });
  });
});

describe('where there is no process', () => {
  it('takes an empty environment', () => {
    vi.stubGlobal('process', undefined);
    expect(terminalStyle(TERMINAL)).toMatchObject({ color: true, ascii: false, redraw: true });
    const stream = fakeStream({ isTTY: true });
    const live = livePlan(stream);
    live.update(plan('A'));
    live.stop();
    expect(stream.text()).toContain('☐ A');
  });
});
