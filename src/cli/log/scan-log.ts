import { scanBlocks, type Line } from '../../file/scan-lines.ts';
import { openLogSource, type LogSource } from './log-source.ts';

/** Longer lines are not looked at: no event of ours comes near it. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

export interface ScanLogOptions {
  readonly path: string;
  readonly maxLineBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onLine: (line: Line) => void;
  /** Is called after each block, and waited for. */
  readonly onBlock?: ((source: LogSource) => Promise<void> | void) | undefined;
}

/** Reads the lines of a log, compressed or not, in constant memory. */
export async function scanLog(options: ScanLogOptions): Promise<void> {
  const { path, maxLineBytes = MAX_LINE_BYTES, signal, onLine, onBlock } = options;
  const source = await openLogSource(path);
  try {
    const range = { start: 0, end: source.end, maxLineBytes, signal };
    for await (const lines of scanBlocks(source.readAt, range)) {
      for (const line of lines) {
        // Where only reading tells the end, nothing is left behind the last newline.
        const isNothing = !line.isWhole && line.bytes?.length === 0;
        if (!isNothing) onLine(line);
      }
      await onBlock?.(source);
    }
  } finally {
    await source.close();
  }
}
