import { createUIMessageStreamResponse, type UIMessageChunk } from 'ai';
import { once } from './once.ts';

// The answers that are being written in this process, so that a page that is opened again can go on reading. With more
// than one process, the package `resumable-stream` does the same over Redis.

interface LiveStream {
  readonly chunks: UIMessageChunk[];
  readonly stop: AbortController;
  ended: boolean;
  readonly news: Bell;
}

const live = once('live-streams', () => new Map<string, LiveStream>());

/**
 * Answers with a stream, and reads it to its end whether or not anybody listens. An answer of the same chat that still
 * runs is stopped, and `stopStream` stops this one by `stop`.
 */
export function answerWith(
  id: string,
  { stream, stop }: { stream: ReadableStream<UIMessageChunk>; stop: AbortController },
): Response {
  stopStream(id);
  const answer: LiveStream = { chunks: [], stop, ended: false, news: createBell() };
  live.set(id, answer);
  void readToEnd(answer, stream).finally(() => {
    if (live.get(id) === answer) live.delete(id);
  });
  return toResponse(answer);
}

/** The answer that is being written, from its beginning; `undefined` when there is none. */
export function resumeAnswer(id: string): Response | undefined {
  const answer = live.get(id);
  return answer && toResponse(answer);
}

export function isStreaming(id: string): boolean {
  return live.has(id);
}

export function stopStream(id: string): void {
  live.get(id)?.stop.abort();
}

interface Bell {
  /** Resolves when it rings the next time. */
  readonly next: () => Promise<void>;
  readonly ring: () => void;
}

function createBell(): Bell {
  let resolve: (() => void) | undefined;
  const wait = () =>
    new Promise<void>((done) => {
      resolve = done;
    });
  let next = wait();
  return {
    next: () => next,
    ring() {
      resolve?.();
      next = wait();
    },
  };
}

async function readToEnd(answer: LiveStream, stream: ReadableStream<UIMessageChunk>) {
  try {
    for await (const chunk of stream) {
      answer.chunks.push(chunk);
      answer.news.ring();
    }
  } catch (error) {
    console.error('an answer broke off', error);
  } finally {
    answer.ended = true;
    answer.news.ring();
  }
}

async function* follow(answer: LiveStream): AsyncGenerator<UIMessageChunk, void> {
  let next = 0;
  for (;;) {
    // Asked for first: what comes while the reader is slow is news too.
    const rung = answer.news.next();
    for (; next < answer.chunks.length; next += 1) {
      const chunk = answer.chunks[next];
      if (chunk !== undefined) yield chunk;
    }
    if (answer.ended) return;
    await rung;
  }
}

function toResponse(answer: LiveStream): Response {
  return createUIMessageStreamResponse({ stream: toStream(follow(answer)) });
}

function toStream<T>(values: AsyncGenerator<T, void>): ReadableStream<T> {
  return new ReadableStream<T>({
    async pull(controller) {
      const { done, value } = await values.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void values.return(),
  });
}
