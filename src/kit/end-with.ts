import { isAbortError } from '../core/abort.ts';
import type { TurnEndKind } from '../core/event.ts';
import { isRecord } from '../core/event.ts';

/** Keeps the process alive for a promise after the response is sent. */
export type WaitUntil = (promise: Promise<void>) => unknown;

/**
 * A stream that hands on another one chunk by chunk and ends a turn when it is over.
 *
 * @param end stores the end of the turn; must not reject.
 */
export function endWith<STREAM extends ReadableStream<unknown>>(
  stream: STREAM,
  end: (kind: TurnEndKind) => Promise<void>,
  waitUntil: WaitUntil | undefined,
): STREAM {
  const reader: ReadableStreamDefaultReader<unknown> = stream.getReader();
  let kind: TurnEndKind | undefined;
  let finished: Promise<void> | undefined;

  // Once: a cancel also ends the read that is waiting, which must not end the turn a second time, as completed.
  const finish = (otherwise: TurnEndKind): Promise<void> => {
    finished ??= (async () => {
      const ended = end(kind ?? otherwise);
      if (!isCarried(ended, waitUntil)) await ended;
    })();
    return finished;
  };

  const passedOn = new ReadableStream<unknown>(
    {
      async pull(controller) {
        let result: ReadableStreamReadResult<unknown>;
        try {
          result = await reader.read();
        } catch (error) {
          await finish(isAbortError(error) ? 'aborted' : 'error');
          controller.error(error);
          return;
        }
        if (result.done) {
          if (finished !== undefined) return; // cancelled, and closed by that
          await finish('completed');
          controller.close();
          return;
        }
        kind ??= endKindOf(result.value);
        controller.enqueue(result.value);
      },
      async cancel(reason) {
        // Side by side: a source that is slow to cancel must not hold up the end of the turn.
        await Promise.all([finish('aborted'), reader.cancel(reason)]);
      },
    },
    // Nothing is read before somebody asks, so a slow reader slows the model down as it would without us.
    { highWaterMark: 0 },
  );
  return withAsyncIterator(passedOn, stream) as STREAM; // the same chunks in the same kind of stream
}

/** How a part of AI SDK's streams ends the turn. A tool's error does not: the model reads it and goes on. */
function endKindOf(part: unknown): TurnEndKind | undefined {
  const type = isRecord(part) ? Object.getOwnPropertyDescriptor(part, 'type')?.value : undefined;
  if (type === 'error') return 'error';
  return type === 'abort' ? 'aborted' : undefined;
}

function isCarried(ended: Promise<void>, waitUntil: WaitUntil | undefined): boolean {
  if (waitUntil === undefined) return false;
  try {
    // Whether the platform's own promise fails is none of the stream's business.
    void Promise.resolve(waitUntil(ended)).catch(() => {});
    return true;
  } catch {
    return false; // called outside of a request: then the stream itself waits
  }
}

/** AI SDK's streams can be iterated everywhere; plain ones of some runtimes cannot. */
function withAsyncIterator(
  stream: ReadableStream<unknown>,
  original: ReadableStream<unknown>,
): ReadableStream<unknown> {
  if (!(Symbol.asyncIterator in original) || Symbol.asyncIterator in stream) return stream;
  return Object.assign(stream, {
    async *[Symbol.asyncIterator](this: ReadableStream<unknown>) {
      const reader = this.getReader();
      let done = false;
      try {
        for (;;) {
          const result = await reader.read();
          done = result.done;
          if (done) return;
          yield result.value;
        }
      } finally {
        if (!done) await reader.cancel();
        reader.releaseLock();
      }
    },
  });
}
