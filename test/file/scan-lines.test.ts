import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanBackward, scanForward, type Line, type ReadAt } from '../../src/file/scan-lines.ts';

const readerOf =
  (bytes: Buffer): ReadAt =>
  async (at, length) =>
    bytes.subarray(at, at + length);

async function collect(lines: AsyncIterable<Line>): Promise<Line[]> {
  const all: Line[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

/** What a scan of the whole text has to give. */
function linesOf(text: Buffer): { start: number; end: number; isWhole: boolean; text: string }[] {
  const all = [];
  for (let start = 0; start < text.length;) {
    const hit = text.indexOf('\n', start);
    const end = hit === -1 ? text.length : hit + 1;
    const isWhole = hit !== -1;
    all.push({ start, end, isWhole, text: text.toString('latin1', start, isWhole ? hit : end) });
    start = end;
  }
  return all;
}

const shown = (line: Line) => ({
  start: line.start,
  end: line.end,
  isWhole: line.isWhole,
  text: line.bytes?.toString('latin1') ?? null,
});

// Lengths around the blocks that the scans read, and many short ones.
const line = fc.oneof(
  { weight: 6, arbitrary: fc.nat(20) },
  { weight: 1, arbitrary: fc.integer({ min: 8_180, max: 8_200 }) },
  { weight: 1, arbitrary: fc.integer({ min: 24_560, max: 24_580 }) },
  { weight: 1, arbitrary: fc.constantFrom(524_288, 1_100_000) },
);
const content = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.nat(30))
  .map(([lengths, rest]) =>
    Buffer.from(
      lengths
        .map((length, n) => `${String.fromCharCode(97 + (n % 26)).repeat(length)}\n`)
        .join('') + '!'.repeat(rest),
    ),
  );

describe('a scan of lines', () => {
  test('forward gives every line with its place', async () => {
    await fc.assert(
      fc.asyncProperty(content, async (bytes) => {
        const lines = await collect(scanForward(readerOf(bytes), { start: 0, end: bytes.length }));
        expect(lines.map(shown)).toEqual(linesOf(bytes));
      }),
      { numRuns: 50 },
    );
  });

  test('backward gives the same lines from the last to the first, without the piece that has no end', async () => {
    await fc.assert(
      fc.asyncProperty(content, async (bytes) => {
        const lines = await collect(scanBackward(readerOf(bytes), { start: 0, end: bytes.length }));
        const expected = linesOf(bytes).map((one) => ({
          ...one,
          text: one.isWhole ? one.text : null,
        }));
        expect(lines.map(shown)).toEqual(expected.toReversed());
      }),
      { numRuns: 50 },
    );
  });

  test('of a part of a file stays inside of it', async () => {
    const bytes = Buffer.from('one\ntwo\nthree\nfour\n');
    const range = { start: 4, end: 16 };
    const forward = await collect(scanForward(readerOf(bytes), range));
    expect(forward.map(shown).map(({ text }) => text)).toEqual(['two', 'three', 'fo']);
    const backward = await collect(scanBackward(readerOf(bytes), range));
    expect(backward.map(shown).map(({ text }) => text)).toEqual([null, 'three', 'two']);
  });

  test('ends where a file was cut in the meantime, and stops when it is told to', async () => {
    const bytes = Buffer.from('one\ntwo\n');
    const cut = await collect(scanForward(readerOf(bytes.subarray(0, 5)), { start: 0, end: 8 }));
    expect(cut.map(({ isWhole }) => isWhole)).toEqual([true, false]);
    await expect(
      collect(scanBackward(readerOf(bytes.subarray(0, 5)), { start: 0, end: 8 })),
    ).rejects.toThrow('became shorter');
    const signal = AbortSignal.abort(new Error('given up'));
    for (const scan of [scanForward, scanBackward]) {
      await expect(collect(scan(readerOf(bytes), { start: 0, end: 8, signal }))).rejects.toThrow(
        'given up',
      );
    }
  });

  test('keeps nothing of a line that is longer than any event may be', async () => {
    const MEGABYTE = 1024 * 1024;
    const size = 300 * MEGABYTE;
    const block = Buffer.alloc(MEGABYTE, 'x');
    // A file that is never in memory: one endless line, and a short one behind it.
    const readAt: ReadAt = async (at, length) => {
      const part = Buffer.from(block.subarray(0, length));
      const newline = size - at;
      if (newline >= 0 && newline < length) part[newline] = 10;
      if (newline + 3 >= 0 && newline + 3 < length) part[newline + 3] = 10;
      return part;
    };
    for (const scan of [scanForward, scanBackward]) {
      const lines = await collect(scan(readAt, { start: 0, end: size + 4 }));
      expect(lines.map(({ bytes }) => bytes?.length ?? null).toSorted()).toEqual([2, null]);
    }
  });
});
