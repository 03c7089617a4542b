import { BadLine } from './log-end.ts';
import { parseLine, quickSeq } from './log-line.ts';
import { scanForward, type Line, type ReadAt } from './scan-lines.ts';

export interface SeqRange {
  /** The offset of the event with seq 0. */
  readonly start: number;
  /** The offset behind the last event. */
  readonly end: number;
  readonly signal?: AbortSignal | undefined;
}

/** Below this distance it is cheaper to read on than to halve once more. */
const NEAR_BYTES = 64 * 1024;

/**
 * The offset of the event with this seq, which must be there.
 *
 * Every line begins with its seq and they rise, so halving finds it: a page far into a long log costs a few reads, and
 * no index has to be kept.
 */
export async function findSeq(readAt: ReadAt, seq: number, range: SeqRange): Promise<number> {
  const { signal } = range;
  let { start, end } = range;
  while (end - start > NEAR_BYTES) {
    const middle = start + Math.floor((end - start) / 2);
    const line = await lineAfter(readAt, middle, { end: range.end, signal });
    const found = line === undefined ? undefined : seqOf(line);
    if (line === undefined || line.start >= end || (found !== undefined && found > seq)) {
      end = middle;
    } else if (found === undefined) {
      break; // damaged here: read on from where all is well
    } else {
      start = line.start;
      if (found === seq) return start;
    }
  }
  for await (const line of scanForward(readAt, { start, end: range.end, signal })) {
    const found = seqOf(line);
    if (found === seq) return line.start;
    if (found === undefined) throw new BadLine(line.start, 'this line is no event');
    if (found > seq)
      throw new BadLine(line.start, `the event with seq ${seq} is missing before it`);
  }
  throw new BadLine(start, `the event with seq ${seq} is missing`);
}

/** The first line that begins behind an offset. */
async function lineAfter(
  readAt: ReadAt,
  offset: number,
  { end, signal }: { readonly end: number; readonly signal?: AbortSignal | undefined },
): Promise<Line | undefined> {
  let isFirst = true; // the piece of a line that the offset lies in
  for await (const line of scanForward(readAt, { start: offset, end, signal })) {
    if (!isFirst) return line;
    isFirst = false;
  }
  return undefined;
}

function seqOf({ bytes }: Line): number | undefined {
  const quick = bytes === null ? undefined : quickSeq(bytes);
  if (quick !== undefined) return quick;
  const read = parseLine(bytes);
  return read.kind === 'event' ? read.event.seq : undefined;
}
