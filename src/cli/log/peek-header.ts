import { isPredecessorHeader } from '../../core/invariants/predecessor.ts';
import { scanForward } from '../../file/scan-lines.ts';
import { asHeader } from './log-header.ts';
import { openLogSource } from './log-source.ts';
import { parseLine } from './parse-line.ts';

/** The first line of a log. */
export interface PeekedHeader {
  readonly header: Readonly<Record<string, unknown>>;
  readonly id: string | undefined;
  readonly createdAt: number | undefined;
  readonly isPredecessor: boolean;
}

const MAX_HEADER_BYTES = 1024 * 1024;

/** Reads the header of a log; `undefined` where there is none. */
export async function peekHeader(path: string): Promise<PeekedHeader | undefined> {
  const source = await openLogSource(path);
  try {
    const end = Math.min(source.end, MAX_HEADER_BYTES);
    for await (const { bytes, isWhole } of scanForward(source.readAt, { start: 0, end })) {
      const parsed = isWhole && bytes !== null ? parseLine(bytes) : undefined;
      const header = asHeader(parsed?.value);
      if (header === undefined) return undefined;
      const { id, createdAt } = header;
      return {
        header,
        id: typeof id === 'string' ? id : undefined,
        createdAt: typeof createdAt === 'number' ? createdAt : undefined,
        isPredecessor: isPredecessorHeader(header),
      };
    }
    return undefined;
  } finally {
    await source.close();
  }
}
