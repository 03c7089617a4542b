import { open } from 'node:fs/promises';

/** `plans`: turns and writes alone. `foreign`: two hundred other events between two writes, as a harness logs them. */
export type LogKind = 'plans' | 'foreign';

const START = 1_764_520_000_000;
const BLOCK = 1 << 20;
const WRITES_IN_A_TURN = 8;

/** Writes a well-formed log of at least this many bytes. */
export async function writeLog(
  path: string,
  { kind, bytes }: { readonly kind: LogKind; readonly bytes: number },
): Promise<void> {
  const file = await open(path, 'wx');
  let text = `${JSON.stringify({ type: 'session', version: 1, id: 'bench', uid: 'u-1', createdAt: START })}\n`;
  let written = 0;
  let seq = 0;
  const put = (event: object) => {
    text += `${JSON.stringify({ seq, time: START + seq, ...event })}\n`;
    seq += 1;
  };
  for (let turn = 1; written < bytes; turn += 1) {
    put({ type: 'turn/start', id: `s-${turn}`, data: { turn } });
    for (let write = 0; write < WRITES_IN_A_TURN; write += 1) {
      if (kind === 'foreign') for (let i = 0; i < 200; i += 1) put(chunk(turn, i));
      put({
        type: 'todo/write',
        id: `w-${turn}-${write}`,
        callId: `call_${write}`,
        turn,
        data: { todos: todos(turn, write) },
      });
    }
    put({ type: 'turn/end', id: `e-${turn}`, data: { turn, reason: { kind: 'completed' } } });
    if (text.length < BLOCK) continue;
    written += (await file.write(text)).bytesWritten;
    text = '';
  }
  await file.write(text);
  await file.close();
}

function todos(turn: number, write: number) {
  return Array.from({ length: WRITES_IN_A_TURN }, (_, i) => ({
    content: `Task number ${i + 1} of the plan of turn ${turn}`,
    status: i < write ? 'completed' : i === write ? 'in_progress' : 'pending',
  }));
}

function chunk(turn: number, index: number) {
  const delta = `{"todos": [{"content": "part ${index}`;
  return {
    type: 'assistant/chunk',
    data: {
      turn,
      step: 1,
      chunk: { type: 'tool-call-delta', index, id: 'call_1', argumentsDelta: delta },
    },
  };
}
