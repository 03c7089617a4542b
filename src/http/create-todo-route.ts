import type { TodoKit } from '../kit/create-todo-kit.ts';
import { authorized, isControlFlow, type Authorize } from './authorized.ts';
import { checkRouteOptions } from './check-options.ts';
import { failureResponse } from './failure-response.ts';
import { createPlanBroadcasts } from './plan-broadcasts.ts';
import { planResponse } from './plan-response.ts';
import { planStream } from './plan-stream.ts';

export interface TodoRouteOptions<CONTEXT = unknown> {
  /** The kit whose sessions are shown. */
  readonly kit: Pick<TodoKit, 'session'>;
  /**
   * Who may see which session: answers the session of this request, or a `Response` that denies it. Runs before the
   * store is read. Required: whoever can name a session could read it otherwise.
   */
  readonly authorize: Authorize<CONTEXT>;
  /** Milliseconds between two comments that keep an idle stream open. Default 15,000; keep it below 30,000. */
  readonly heartbeatMs?: number | undefined;
  /** Milliseconds after which a client that reads nothing of its stream is let go. Default 60,000. */
  readonly stallMs?: number | undefined;
  /** The most events that `?tail=N` returns; a larger N means this one. Default 100. */
  readonly maxTail?: number | undefined;
  /** Told of every failure that the client learns only the code of. Default: `console.error`. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Route handlers over the Web's `Request` and `Response`, for Next.js, Hono, Bun, Deno and the like. */
export interface TodoRoute<CONTEXT = unknown> {
  /**
   * Answers the plan of a session: as JSON, or as a stream of server-sent events where the request accepts
   * `text/event-stream`. Never rejects.
   *
   * JSON: the body is the `Plan`; `?tail=N` adds `events`, the last N of the same moment; `If-None-Match` with the
   * `ETag` gives 304.
   *
   * Stream: the plan at once, then one event per change, in order; `id` is `asOfSeq`. A client that is more than 32 changes
   * behind gets the plan that stands now, and then what follows. A request with
   * `Last-Event-ID` (or `?lastEventId=`) goes on after that place and hears nothing until something changes; a place
   * that the session does not have starts over with the current plan. All that the stream holds is freed when the
   * request aborts or its reader cancels. When the store fails for long the stream just ends; the client connects
   * again and is told the reason as a status.
   *
   * Failures are JSON, `{ code, message }`, without internals: 503 for a store that is away (with `Retry-After`), 500
   * for a session that cannot be read and for an `authorize` that throws, 400 for a malformed request.
   */
  readonly GET: (
    request: Request,
    ...[context]: undefined extends CONTEXT ? [context?: CONTEXT] : [context: CONTEXT]
  ) => Promise<Response>;
}

/**
 * Makes the route that shows plans to clients.
 *
 * Throws a `TodoError` with code `invalid_option` when `kit` or `authorize` is missing.
 *
 * @example
 * // app/api/plan/[id]/route.ts
 * export const { GET } = createTodoRoute({
 *   kit,
 *   authorize: async (request, { params }: { params: Promise<{ id: string }> }) => {
 *     const { id } = await params;
 *     return (await mayRead(request, id)) ? { sessionId: id } : new Response(null, { status: 404 });
 *   },
 * });
 */
export function createTodoRoute<CONTEXT = unknown>(
  options: TodoRouteOptions<CONTEXT>,
): TodoRoute<CONTEXT> {
  checkRouteOptions(options);
  const { kit, authorize, heartbeatMs = 15_000, stallMs = 60_000, maxTail = 100 } = options;
  const report = reporter(options.onError);
  const { join } = createPlanBroadcasts(kit, report);
  return {
    async GET(request, ...[context]) {
      try {
        // The type of `GET` asks for a context wherever `authorize` does.
        const owner = await authorized(authorize, request, context as CONTEXT);
        if (!('sessionId' in owner)) return owner;
        const session = kit.session(owner.sessionId);
        return wantsStream(request)
          ? await planStream(session, request, { heartbeatMs, stallMs, join, report })
          : await planResponse(session, request, { maxTail });
      } catch (error) {
        if (isControlFlow(error)) throw error;
        return failureResponse(error, request, report);
      }
    },
  };
}

function wantsStream({ headers }: Request): boolean {
  return headers.get('accept')?.toLowerCase().includes('text/event-stream') === true;
}

/** Tells the application of a failure; what its own function throws changes no answer. */
function reporter(onError: (error: unknown) => void = logFailure): (error: unknown) => void {
  return (error) => {
    try {
      onError(error);
    } catch (thrown) {
      logFailure(thrown);
    }
  };
}

function logFailure(error: unknown): void {
  console.error('ai-sdk-todo: a plan could not be served', error);
}
