import { isAbortError } from '../core/abort.ts';
import { TodoError } from '../core/errors.ts';
import { isRecord, type TurnEndKind } from '../core/event.ts';
import type { KitCore } from './kit-core.ts';
import type { TodoTurn } from './turn.ts';

/**
 * Runs a function within a turn and ends the turn by its outcome.
 *
 * A `turn/end` that cannot be stored changes nothing for the caller: it is reported, and the next turn repairs it.
 */
export async function runInTurn<T>(
  core: KitCore,
  turn: TodoTurn,
  run: (turn: TodoTurn) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  let kind: TurnEndKind = 'error';
  try {
    const result = await run(turn);
    if (await isStillStreaming(result)) throw streamRunning();
    kind = signal?.aborted ? 'aborted' : 'completed';
    return result;
  } catch (error) {
    if (signal?.aborted || isAbortError(error)) kind = 'aborted';
    throw error;
  } finally {
    await turn.end(kind).catch((error: unknown) => {
      core.report(error, { during: 'turn/end', sessionId: turn.sessionId });
    });
  }
}

function streamRunning(): TodoError {
  return new TodoError(
    'stream_running',
    'runTurn was given a stream that is still running, so its turn would end before the model does. ' +
      'Use `const turn = await session.startTurn()` and return `turn.endWith(stream)`, or await the stream inside runTurn.',
  );
}

/** Whether a value is, or holds, a stream that somebody has yet to read. */
async function isStillStreaming(value: unknown): Promise<boolean> {
  if (await isRunning(value)) return true;
  if (!isPlainObject(value)) return false;
  const held = await Promise.all(Object.values(value).map(isRunning));
  return held.includes(true);
}

/** Whether a value is a stream, an async generator, a `streamText` result or a response that streams events. */
async function isRunning(value: unknown): Promise<boolean> {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof ReadableStream) return !(await isClosed(value));
  if (value instanceof Response) return isEventStream(value) && !value.bodyUsed;
  // A result of `streamText`: its other promises settle with this one. (Asking one makes AI SDK read the stream to its
  // end; that only happens on the way to the error.)
  if ('consumeStream' in value && 'finishReason' in value) {
    return !(await settlesNow(Promise.resolve(value.finishReason)));
  }
  return Symbol.asyncIterator in value;
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && Object.getPrototypeOf(value) === Object.prototype;
}

async function isClosed(stream: ReadableStream<unknown>): Promise<boolean> {
  if (stream.locked) return false; // somebody reads it; there is no telling how far
  const reader = stream.getReader();
  const closed = await settlesNow(reader.closed);
  // Releasing rejects `closed`, which nobody waits for any more.
  reader.closed.catch(() => {});
  reader.releaseLock();
  return closed;
}

function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

/** Whether a promise has settled, or does so before the next timer. */
function settlesNow(promise: Promise<unknown>): Promise<boolean> {
  const settled = promise.then(
    () => true,
    () => true,
  );
  const later = new Promise<boolean>((resolve) => {
    setTimeout(resolve, 0, false);
  });
  return Promise.race([settled, later]);
}
