import { BadLine, wrongSeq } from './log-end.ts';
import { parseLine } from './log-line.ts';
import { isSameLook, type Look } from './look-at.ts';
import { scanForward, type ReadAt } from './scan-lines.ts';

/** A log as this process left it, sound up to `end`. */
export interface LeftLog {
  readonly look: Look;
  readonly version: number;
  readonly end: number;
}

/** How a log stands now. */
export interface StandingLog extends LeftLog {
  /** The offset of the first event. */
  readonly start: number;
}

/**
 * Reads what may have changed since this process left a log, and throws a `BadLine` for what is no event in its place.
 *
 * Whoever keeps to the lock only adds to a log, so where it grew all that was added is read. Where it changed in any other
 * way somebody else was at it, nothing is known any more, and all of it is read.
 */
export async function readChanges(
  readAt: ReadAt,
  left: LeftLog | undefined,
  { look, start, version, end }: StandingLog,
): Promise<void> {
  if (left === undefined || left.look.ino !== look.ino || isSameLook(left.look, look)) return;
  if (look.size > left.look.size && version >= left.version) {
    if ((await findBad(readAt, { ...left, start: left.end, end })) === undefined) return;
  }
  const bad = await findBad(readAt, { version: 0, start, end });
  if (bad !== undefined) throw bad;
}

/** The first line between two offsets that is not the event which is due there. */
async function findBad(
  readAt: ReadAt,
  {
    version,
    start,
    end,
  }: { readonly version: number; readonly start: number; readonly end: number },
): Promise<BadLine | undefined> {
  let due = version;
  for await (const line of scanForward(readAt, { start, end })) {
    const read = parseLine(line.bytes);
    if (read.kind !== 'event') return new BadLine(line.start, 'this line cannot be read');
    if (read.event.seq !== due) return wrongSeq({ event: read.event, start: line.start }, due);
    due += 1;
  }
  return undefined;
}
