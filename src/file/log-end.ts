import type { SessionEvent } from '../core/event.ts';
import { parseLine } from './log-line.ts';
import { scanBackward, type ReadAt } from './scan-lines.ts';

/** The end of a log, as of the last append that became whole. */
export interface LogEnd {
  /** The number of events. */
  readonly version: number;
  /** The offset behind the last event that counts. What follows is torn: readers ignore it, the next writer cuts it. */
  readonly end: number;
  /** The last events, in order; at least as many as were asked for, where there are. */
  readonly events: readonly PlacedEvent[];
}

export interface PlacedEvent {
  readonly event: SessionEvent;
  readonly start: number;
}

/** A line that is not what it should be, with good ones behind it. */
export class BadLine extends Error {
  readonly byte: number;
  readonly what: string;

  constructor(byte: number, what: string) {
    super(what);
    this.byte = byte;
    this.what = what;
  }
}

export interface ReadEndOptions {
  /** The offset of the first line of an event. */
  readonly start: number;
  readonly size: number;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a log from its end: the last events and with them the version, at a cost that does not depend on its length.
 *
 * A line that is cut or unreadable at the very end, and a batch without its last line, belong to an append that never
 * became whole. Anything wrong before an event that counts is damage. The event before the ones that are asked for is
 * looked at too, so that a last event with a wrong number does not pass.
 */
export async function readEnd(
  readAt: ReadAt,
  { start, size, limit, signal }: ReadEndOptions,
): Promise<LogEnd> {
  const events: PlacedEvent[] = [];
  let version = 0;
  let end = start;
  let next: PlacedEvent | undefined;
  for await (const line of scanBackward(readAt, { start, end: size, signal })) {
    const read = line.isWhole ? parseLine(line.bytes) : { kind: 'unreadable' as const };
    if (read.kind === 'alien') throw new BadLine(line.start, 'this line is no event');
    if (read.kind === 'unreadable') {
      if (next === undefined) continue;
      throw new BadLine(line.start, 'this line cannot be read');
    }
    const { event } = read;
    if (next === undefined) {
      if (event.more === true) continue;
      version = event.seq + 1;
      end = line.end;
    } else if (event.seq + 1 !== next.event.seq) {
      throw wrongSeq(next, event.seq + 1);
    }
    next = { event, start: line.start };
    events.push(next);
    if (events.length > Math.max(limit, 1)) break;
  }
  const first = events.at(-1);
  if (first?.start === start && first.event.seq !== 0) throw wrongSeq(first, 0);
  return { version, end, events: events.toReversed() };
}

export function wrongSeq({ event, start }: PlacedEvent, wanted: number): BadLine {
  return new BadLine(start, `this event has seq ${event.seq}, and ${wanted} is due`);
}
