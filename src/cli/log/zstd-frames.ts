import { Readable, type Duplex } from 'node:stream';
import { ByteReader } from './byte-reader.ts';

const FRAME = 0xfd2fb528;
/** Magic numbers of frames that hold nothing for us differ in their last four bits. */
const SKIPPABLE = 0x184d2a50;
const MAX_PIECE = 64 * 1024;

/**
 * Decompresses Zstandard data of any number of frames, as writers that flush leave them behind. Node's decompressor ends
 * with the first one, so each frame gets one of its own, and where a frame ends is read from its blocks.
 */
export async function* decompressFrames(
  compressed: AsyncIterable<Buffer>,
  createDecompressor: () => Duplex,
): AsyncGenerator<Buffer, void> {
  const input = new ByteReader(compressed);
  while (!(await input.isAtEnd())) {
    const magic = await input.take(4);
    const number = magic.readUInt32LE();
    if (number === FRAME) {
      const decompressor = createDecompressor();
      const frame = Readable.from(piecesOfFrame(magic, input), { objectMode: false });
      frame.on('error', (error) => decompressor.destroy(error));
      frame.pipe(decompressor);
      for await (const chunk of decompressor) yield chunk as Buffer; // it is not in object mode
    } else if ((number & 0xfffffff0) === SKIPPABLE) {
      for (let left = (await input.take(4)).readUInt32LE(); left > 0;) {
        left -= (await input.take(Math.min(left, MAX_PIECE))).length;
      }
    } else {
      throw new DamagedFrame('what follows a frame is no other one');
    }
  }
}

/** Compressed data that are not what they should be. */
export class DamagedFrame extends Error {}

async function* piecesOfFrame(magic: Buffer, input: ByteReader): AsyncGenerator<Buffer, void> {
  const [descriptor = 0] = await input.take(1);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeField = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  const rest = await input.take((isSingleSegment ? 0 : 1) + dictionary + sizeField);
  yield Buffer.concat([magic, Buffer.of(descriptor), rest]);
  for (;;) {
    const header = await input.take(3);
    const bits = header.readUIntLE(0, 3);
    const isRepeated = ((bits >> 1) & 3) === 1;
    const length = isRepeated ? 1 : bits >> 3;
    yield length === 0 ? header : Buffer.concat([header, await input.take(length)]);
    if ((bits & 1) === 1) break;
  }
  if ((descriptor & 4) !== 0) yield await input.take(4);
}
