import type { Plan } from '../core/plan.ts';
import type { TodoSession } from '../kit/session.ts';
import { afterSeqOf, cursorOf } from './cursor.ts';

export interface PlanStreamOptions {
  readonly heartbeatMs: number;
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
  options: PlanStreamOptions,
): Promise<Response> {
  const { signal } = request;
  // Read once before the answer begins: a status can only be sent first.
  const { asOfSeq } = await session.plan({ signal });
  const afterSeq = afterSeqOf(cursorOf(request), asOfSeq);
  const body = frames((leave) => session.watch({ afterSeq, signal: leave }), signal, options);
  return new Response(body, { headers: HEADERS });
}

/**
 * The frames of a stream of plans.
 *
 * The next plan is asked for when the one before was read, so a slow reader holds one frame and not a queue. Heartbeats
 * are left out while anything waits to be read.
 */
function frames(
  watch: (signal: AbortSignal) => AsyncIterable<Plan>,
  signal: AbortSignal,
  { heartbeatMs, report }: PlanStreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const leaving = new AbortController();
  const plans = watch(leaving.signal)[Symbol.asyncIterator]();
  let heartbeat: ReturnType<typeof setInterval> | undefined;

  const free = () => {
    clearInterval(heartbeat);
    leaving.abort();
    void plans.return?.().catch(() => {});
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const abort = () => {
        free();
        controller.close();
      };
      if (signal.aborted) {
        abort();
        return;
      }
      signal.addEventListener('abort', abort, { once: true, signal: leaving.signal });
      heartbeat = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(':\n\n'));
      }, heartbeatMs);
    },
    async pull(controller) {
      let next: IteratorResult<Plan> | undefined;
      try {
        next = await plans.next();
      } catch (error) {
        if (!leaving.signal.aborted) report(error);
      }
      if (leaving.signal.aborted) return;
      if (next === undefined || next.done === true) {
        // A failure ends the stream like any other end: the client connects again, and is told the reason then.
        free();
        controller.close();
        return;
      }
      controller.enqueue(encoder.encode(frameOf(next.value)));
    },
    cancel: free,
  });
}

/** JSON has no line breaks of its own, so a plan is one `data` line. */
function frameOf(plan: Plan): string {
  return `id: ${plan.asOfSeq}\ndata: ${JSON.stringify(plan)}\n\n`;
}
