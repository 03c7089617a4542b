/** Reads a range of a file, as far as the file goes. */
export type ReadAt = (at: number, length: number) => Promise<Buffer>;

/** One line of a file, without its newline. */
export interface Line {
  readonly start: number;
  /** The offset behind its newline, or the end of the scanned range where it has none. */
  readonly end: number;
  readonly isWhole: boolean;
  /** `null` for a line that is longer than any event may be, and in a backward scan for the piece without newline. */
  readonly bytes: Buffer | null;
}

export interface ScanRange {
  readonly start: number;
  readonly end: number;
  /** Longer lines are not held in memory. Default `MAX_LINE_BYTES`. */
  readonly maxLineBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** No line is held in memory beyond this length: no text of a JavaScript program could hold it. */
export const MAX_LINE_BYTES = 256 * 1024 * 1024;

/** What the first step of a scan reads; every further step doubles it. */
export const FIRST_BLOCK = 8 * 1024;

const NEWLINE = 10;
const LAST_BLOCK = 512 * 1024;
/** A block of very short lines is told in parts: a line takes far more memory than its bytes. */
const MOST_LINES = 2_048;

/** Reads the lines of a range from its start to its end, in constant memory but for the length of one line. */
export async function* scanForward(readAt: ReadAt, range: ScanRange): AsyncGenerator<Line> {
  for await (const lines of scanBlocks(readAt, range)) yield* lines;
}

/** The same, with many lines of one block of the file together: for whoever reads millions of them. */
export async function* scanBlocks(
  readAt: ReadAt,
  { start, end, maxLineBytes, signal }: ScanRange,
): AsyncGenerator<readonly Line[]> {
  const pieces = new Pieces(maxLineBytes);
  let lineStart = start;
  let size = FIRST_BLOCK;
  for (let at = start; at < end; size = Math.min(size * 2, LAST_BLOCK)) {
    signal?.throwIfAborted();
    const block = await readAt(at, Math.min(size, end - at));
    if (block.length === 0) break; // cut by a writer since the range was taken
    let from = 0;
    let lines: Line[] = [];
    for (let hit = block.indexOf(NEWLINE); hit !== -1; hit = block.indexOf(NEWLINE, from)) {
      pieces.push(block.subarray(from, hit));
      from = hit + 1;
      lines.push({ start: lineStart, end: at + from, isWhole: true, bytes: pieces.take() });
      lineStart = at + from;
      if (lines.length === MOST_LINES) {
        yield lines;
        lines = [];
      }
    }
    pieces.push(block.subarray(from));
    at += block.length;
    yield lines;
  }
  if (lineStart < end) yield [{ start: lineStart, end, isWhole: false, bytes: pieces.take() }];
}

/** Reads the lines of a range from its end to its start: the cost is that of the lines that are taken. */
export async function* scanBackward(
  readAt: ReadAt,
  { start, end, signal }: ScanRange,
): AsyncGenerator<Line> {
  const pieces = new Pieces();
  let lineEnd = end;
  let isWhole = false;
  let size = FIRST_BLOCK;
  for (let at = end; at > start; size = Math.min(size * 2, LAST_BLOCK)) {
    signal?.throwIfAborted();
    const length = Math.min(size, at - start);
    const block = await readAt(at - length, length);
    if (block.length < length) throw new Error('the file became shorter while it was read');
    at -= length;
    let to = block.length;
    for (let hit = block.lastIndexOf(NEWLINE); hit !== -1; hit = lastIndexBefore(block, hit)) {
      const line = { start: at + hit + 1, end: lineEnd, isWhole };
      pieces.unshift(block.subarray(hit + 1, to));
      const bytes = pieces.take();
      if (isWhole || line.start < line.end) yield { ...line, bytes: isWhole ? bytes : null };
      isWhole = true;
      lineEnd = line.start;
      to = hit;
    }
    // What stands behind the last newline was never finished, and is not needed.
    if (isWhole) pieces.unshift(block.subarray(0, to));
  }
  if (lineEnd > start) {
    yield { start, end: lineEnd, isWhole, bytes: isWhole ? pieces.take() : null };
  }
}

function lastIndexBefore(block: Buffer, index: number): number {
  return index === 0 ? -1 : block.lastIndexOf(NEWLINE, index - 1);
}

/** The parts of one line that lies in several blocks. */
class Pieces {
  readonly #max: number;
  #list: Buffer[] = [];
  #length = 0;

  constructor(max = MAX_LINE_BYTES) {
    this.#max = max;
  }

  push(piece: Buffer): void {
    if (this.#add(piece)) this.#list.push(piece);
  }

  unshift(piece: Buffer): void {
    if (this.#add(piece)) this.#list.unshift(piece);
  }

  take(): Buffer | null {
    const isTooLong = this.#length > this.#max;
    const [first] = this.#list;
    const line = this.#list.length === 1 && first ? first : Buffer.concat(this.#list);
    this.#list = [];
    this.#length = 0;
    return isTooLong ? null : line;
  }

  #add(piece: Buffer): boolean {
    this.#length += piece.length;
    if (this.#length > this.#max) this.#list = [];
    return piece.length > 0 && this.#length <= this.#max;
  }
}
