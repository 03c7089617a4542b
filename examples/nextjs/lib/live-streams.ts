import type { UIMessageChunk } from 'ai';
import { once } from './once.ts';

// The answers that are being written in this process, so that a page that is opened again can go on reading. With more
// than one process, the package `resumable-stream` does the same over Redis.

interface LiveStream {
  readonly chunks: UIMessageChunk[];
  readonly stop: AbortController;
  readonly wake: Set<() => void>;
}

const live = once('live-streams', () => new Map<string, LiveStream>());

/** Begins an answer; one of the same chat that still runs is stopped. The signal aborts when somebody stops this one. */
export function beginStream(id: string): AbortSignal {
  stopStream(id);
  const stop = new AbortController();
  live.set(id, { chunks: [], stop, wake: new Set() });
  return stop.signal;
}

/** Reads an answer to its end, whether or not anybody listens, and returns it for the one who asked. */
export function keepStream<CHUNK extends UIMessageChunk>(
  id: string,
  stream: ReadableStream<CHUNK>,
): ReadableStream<UIMessageChunk> {
  const state = live.get(id);
  if (state === undefined) return stream;
  const read = async () => {
    try {
      for await (const chunk of stream) {
        state.chunks.push(chunk);
        for (const wake of state.wake) wake();
      }
    } finally {
      if (live.get(id) === state) live.delete(id);
      state.stop.abort();
      for (const wake of state.wake) wake();
    }
  };
  read().catch((error: unknown) => console.error('an answer broke off', error));
  return follow(state);
}

/** The answer that is being written, from its beginning; `undefined` when there is none. */
export function resumeStream(id: string): ReadableStream<UIMessageChunk> | undefined {
  const state = live.get(id);
  return state && follow(state);
}

export function isStreaming(id: string): boolean {
  return live.has(id);
}

export function stopStream(id: string): void {
  live.get(id)?.stop.abort();
}

function follow({ chunks, stop, wake }: LiveStream): ReadableStream<UIMessageChunk> {
  let next = 0;
  let ended = false;
  let mine: (() => void) | undefined;
  return new ReadableStream<UIMessageChunk>({
    async pull(controller) {
      while (next >= chunks.length && !ended) {
        await new Promise<void>((resolve) => {
          mine = resolve;
          wake.add(resolve);
        });
        if (mine) wake.delete(mine);
        ended = stop.signal.aborted && next >= chunks.length;
      }
      const chunk = chunks[next];
      next += 1;
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
    cancel() {
      ended = true;
      mine?.();
    },
  });
}
