import { openModel } from '../../open-model.ts';
import { once } from './once.ts';
import { scriptedWriter } from './scripted-writer.ts';

/** DeepSeek where there is a key, else a loopback server of this process. In your application: `deepseek('…')`. */
export function chatModel() {
  return once('model', () =>
    openModel({
      script: scriptedWriter,
      chunkDelayMs: Number(process.env['CHUNK_DELAY_MS'] ?? 25),
      pieceSize: 10,
    }),
  );
}
