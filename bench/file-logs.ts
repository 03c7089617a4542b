import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { TodoItem } from 'ai-sdk-todo';

export interface LogOptions {
  /** The number of events. */
  readonly length: number;
  /** The list that each write carries. */
  readonly todos: readonly TodoItem[];
}

/** Writes a session's log of one turn as the file store would, only faster. The id must be a plain folder name. */
export async function writeLog(
  directory: string,
  id: string,
  { length, todos }: LogOptions,
): Promise<void> {
  await mkdir(join(directory, id), { recursive: true });
  const out = createWriteStream(join(directory, id, 'events.jsonl'));
  const time = 1_764_520_000_000;
  const write = `"time":${time},"type":"todo/write","turn":1,"data":${JSON.stringify({ todos })}}\n`;
  out.write(`${JSON.stringify({ type: 'session', version: 1, id, uid: id, createdAt: time })}\n`);
  out.write(`${JSON.stringify({ seq: 0, time, type: 'turn/start', data: { turn: 1 } })}\n`);
  for (let seq = 1; seq < length;) {
    let block = '';
    for (const end = Math.min(length, seq + 1_000); seq < end; seq += 1)
      block += `{"seq":${seq},${write}`;
    if (!out.write(block)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
}
