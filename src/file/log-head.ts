import type { SessionHeader } from '../core/event.ts';
import { BadLine, readEnd } from './log-end.ts';
import { parseHeader, parseLine } from './log-line.ts';
import { FIRST_BLOCK, scanForward, type ReadAt } from './scan-lines.ts';

/** The beginning of a log. */
export interface LogHead {
  readonly header: SessionHeader;
  /** The offset of the first event. */
  readonly start: number;
}

/** The first line of a file, however long, and where the second one begins; `null` when not even one is whole. */
export async function readFirstLine(
  readAt: ReadAt,
  size: number,
): Promise<{ readonly bytes: Buffer | null; readonly end: number } | null> {
  const block = await readAt(0, Math.min(FIRST_BLOCK, size));
  const hit = block.indexOf('\n');
  if (hit !== -1) return { bytes: block.subarray(0, hit), end: hit + 1 };
  for await (const { isWhole, bytes, end } of scanForward(readAt, { start: 0, end: size })) {
    return isWhole ? { bytes, end } : null;
  }
  return null;
}

/**
 * Reads the header of a log; `null` for a file without one complete record, which counts as never created.
 */
export async function readHead(
  readAt: ReadAt,
  {
    size,
    sessionId,
    signal,
  }: { size: number; sessionId: string; signal?: AbortSignal | undefined },
): Promise<LogHead | null> {
  const line = await readFirstLine(readAt, size);
  if (line === null) return null;
  const header = parseHeader(line.bytes, sessionId);
  if (typeof header !== 'string') return { header, start: line.end };
  if (parseLine(line.bytes).kind === 'unreadable') {
    const { version } = await readEnd(readAt, { start: line.end, size, limit: 0, signal });
    if (version === 0) return null;
  }
  throw new BadLine(0, header);
}
