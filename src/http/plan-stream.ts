import type { TodoSession } from '../kit/session.ts';
import { afterSeqOf, cursorOf } from './cursor.ts';
import type { Seat } from './plan-broadcast.ts';
import { createPlanFollower, type PlanFollower } from './plan-follower.ts';
import { HEARTBEAT } from './plan-frame.ts';

export interface PlanStreamOptions {
  readonly heartbeatMs: number;
  readonly stallMs: number;
  readonly join: (sessionId: string) => Seat;
  readonly report: (error: unknown) => void;
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // `no-transform` keeps compressors and proxies from collecting events; the last one is how nginx is told.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
  Vary: 'Accept',
};

/** The plan and each change of it as server-sent events. Rejects when the store cannot be read now. */
export async function planStream(
  session: TodoSession,
  request: Request,
  { heartbeatMs, stallMs, join, report }: PlanStreamOptions,
): Promise<Response> {
  // Read once before the answer begins: a status can only be sent first.
  const plan = await session.plan({ signal: request.signal });
  const afterSeq = afterSeqOf(cursorOf(request), plan.asOfSeq);
  const follow = () =>
    createPlanFollower({
      plan,
      afterSeq,
      seat: join(session.id),
      watch: (place) => session.watch({ afterSeq: place }),
    });
  return new Response(frames(follow, request, { heartbeatMs, stallMs, report }), {
    headers: HEADERS,
  });
}

/**
 * A stream of frames.
 *
 * The next one is asked for when the one before was read, so a slow reader holds one frame and not a queue. Heartbeats
 * are left out while anything waits to be read, and who takes nothing for `stallMs` is let go.
 */
function frames(
  follow: () => PlanFollower,
  request: Request,
  { heartbeatMs, stallMs, report }: Omit<PlanStreamOptions, 'join'>,
): ReadableStream<Uint8Array> {
  let isOver = false;
  let follower: PlanFollower | undefined;
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let takenAt = performance.now();
  let output: ReadableStreamDefaultController<Uint8Array> | undefined;

  const free = () => {
    clearInterval(heartbeat);
    // Asks the request, and so holds it: in Node the signal of a request that was collected never aborts.
    request.signal.removeEventListener('abort', abort);
    isOver = true;
    follower?.leave();
  };
  const abort = () => {
    free();
    output?.close();
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      output = controller;
      if (request.signal.aborted) {
        abort();
        return;
      }
      follower = follow();
      request.signal.addEventListener('abort', abort);
      heartbeat = setInterval(
        () => {
          if ((controller.desiredSize ?? 0) > 0) {
            takenAt = performance.now();
            controller.enqueue(HEARTBEAT.slice());
          } else if (performance.now() - takenAt >= stallMs) {
            free();
            // Not closed: that would wait for what nobody reads.
            controller.error(new DOMException('The client has stopped reading.', 'TimeoutError'));
          }
        },
        Math.min(heartbeatMs, stallMs),
      );
    },
    async pull(controller) {
      takenAt = performance.now();
      let frame: Uint8Array | undefined;
      try {
        frame = await follower?.next();
      } catch (error) {
        if (!isOver) report(error);
      }
      if (isOver) return;
      if (frame === undefined) {
        // A failure ends the stream like any other end: the client connects again, and is told the reason then.
        free();
        controller.close();
        return;
      }
      controller.enqueue(frame);
    },
    cancel: free,
  });
}
