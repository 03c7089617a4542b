import { createReadStream, type Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import * as zlib from 'node:zlib';
import { readAtOf } from '../../file/read-at.ts';
import type { ReadAt } from '../../file/scan-lines.ts';
import { asFileError, CliError } from '../errors.ts';
import { DamagedFrame, decompressFrames } from './zstd-frames.ts';

/** A log that can be read from its start to its end. */
export interface LogSource {
  /** May only be called for ranges that follow one another. */
  readonly readAt: ReadAt;
  /** Where it ends; `Infinity` where only reading tells. */
  readonly end: number;
  /** Bytes of the file that were read, and how many it has. */
  readonly size: number | undefined;
  done(): number;
  close(): Promise<void>;
}

const ZSTD = 'fd2fb528'; // the magic number, whose bytes stand in the opposite order

/** Opens a log, compressed or not, as it is now: what is appended meanwhile is not read. */
export async function openLogSource(path: string): Promise<LogSource> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) throw new CliError(`Cannot read ${path}: it is a directory.`);
    // A pipe has no size and no place to go back to.
    if (!stats.isFile()) return streamSource(createReadStream(path), { path });
    return await fileSource(path, stats);
  } catch (error) {
    throw asFileError(error, path);
  }
}

async function fileSource(path: string, { size }: Stats): Promise<LogSource> {
  const file = await open(path, 'r');
  const readAt = readAtOf(file);
  const start = await readAt(0, 4);
  if (start.length === 4 && start.readUInt32LE() === Number.parseInt(ZSTD, 16)) {
    await file.close();
    return zstdSource(path, size);
  }
  let done = 0;
  return {
    end: size,
    size,
    async readAt(at, length) {
      const block = await readAt(at, length).catch((error: unknown) => {
        throw asFileError(error, path);
      });
      done = at + block.length;
      return block;
    },
    done: () => done,
    close: () => file.close(),
  };
}

function zstdSource(path: string, size: number): LogSource {
  // Node has it from 22.15 on, and we run on 22.12 too.
  const create: (() => zlib.ZstdDecompress) | undefined = zlib.createZstdDecompress;
  if (create === undefined) {
    throw new CliError(
      `Cannot read ${path}: it is compressed with Zstandard, which Node ${process.versions.node} cannot read. Use Node 22.15 or newer, or decompress it first (zstd -d).`,
    );
  }
  const compressed = createReadStream(path);
  const chunks = decompressFrames(compressed, create);
  const source = streamSource(chunks, { path, size });
  return {
    ...source,
    done: () => compressed.bytesRead,
    async close() {
      await chunks.return();
      compressed.destroy();
    },
  };
}

function streamSource(
  stream: AsyncIterable<Buffer> & { destroy?(): unknown },
  { path, size }: { readonly path: string; readonly size?: number },
): LogSource {
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let done = 0;
  return {
    end: Infinity,
    size,
    async readAt(_at, length) {
      while (rest.length === 0) {
        const next = await chunks.next().catch((error: unknown) => {
          throw streamError(error, path, done);
        });
        if (next.done) return rest;
        rest = next.value;
      }
      const block = rest.subarray(0, length);
      rest = rest.subarray(length);
      done += block.length;
      return block;
    },
    done: () => done,
    async close() {
      stream.destroy?.();
    },
  };
}

function streamError(error: unknown, path: string, done: number): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isDamage = error instanceof DamagedFrame || error instanceof RangeError;
  if (!isDamage && !/^(?:Z_|ZSTD_)/.test(code)) return asFileError(error, path);
  return new CliError(
    `Cannot read ${path}: its compressed data are damaged or cut off (behind byte ${done} of the decompressed log).`,
    'could_not_read',
    { cause: error },
  );
}
