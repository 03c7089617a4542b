import xterm from '@xterm/headless';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { livePlan } from '../../src/terminal/index.ts';
import { plan } from '../support/plans.ts';
import { fakeStream } from './support/fake-stream.ts';

type Size = readonly [columns: number, rows: number];

/** A live plan on a screen whose program hears of a new size at once. */
function openScreen([columns, rows]: Size) {
  // By itself xterm.js cuts off the row that is being written as the window gets narrower, whoever writes it.
  const reflow = { reflowCursorLine: true, allowProposedApi: true };
  const terminal = new xterm.Terminal({ cols: columns, rows, ...reflow });
  const stream = fakeStream({ isTTY: true, columns, rows });
  const written = () =>
    new Promise<void>((resolve) => {
      terminal.write('', resolve);
    });
  stream.write = (text) => terminal.write(text.replaceAll('\n', '\r\n'));
  return {
    live: livePlan(stream, { env: { TERM: 'xterm', LANG: 'C.UTF-8' } }),
    async resize([newColumns, newRows]: Size) {
      await written();
      terminal.resize(newColumns, newRows);
      stream.resize(newColumns, newRows);
    },
    /** All that can be seen and scrolled back to, without spaces: a word may stand across two rows. */
    async text() {
      await written();
      const { active } = terminal.buffer;
      const lines = Array.from({ length: active.length }, (_, i) => active.getLine(i));
      return lines
        .map((line) => line?.translateToString() ?? '')
        .join('')
        .replaceAll(' ', '');
    },
  };
}

describe('a text that streams above a live plan while the window is resized', () => {
  it.each<[string, Size, ...Size[]]>([
    ['wider', [80, 20], [120, 20]],
    ['narrower', [80, 20], [40, 20]],
    ['a little narrower', [80, 20], [70, 20], [79, 20]],
    ['lower and higher', [80, 20], [80, 5], [80, 30]],
    ['everything', [60, 12], [90, 12], [30, 6], [100, 20], [31, 20], [32, 20], [80, 24]],
  ])('is there word by word: %s', async (_, first, ...sizes) => {
    const screen = openScreen(first);
    const words: string[] = [];
    const say = (count: number) => {
      for (let i = 0; i < count; i += 1) {
        words.push(`<${words.length}>`);
        screen.live.write(`${words.at(-1)} `);
      }
    };
    screen.live.update(plan('A task*', 'Another one'));
    say(25);
    for (const size of sizes) {
      await screen.resize(size);
      say(3);
      await pause(60); // until the size counts as settled
      say(22);
      screen.live.update(plan(`A task for ${size.join()}*`, 'Another one'));
    }
    screen.live.stop();
    const text = await screen.text();
    expect(text.match(/<\d+>/g)).toEqual(words);
  });
});
