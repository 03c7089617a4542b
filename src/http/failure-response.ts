import { isAbort } from '../core/abort.ts';
import { TodoError, type TodoErrorCode } from '../core/errors.ts';
import { RouteError } from './route-error.ts';

/** Sessions that are there and cannot be read: asking again does not help. */
const UNREADABLE: ReadonlySet<TodoErrorCode> = new Set([
  'session_damaged',
  'session_too_new',
  'session_expired',
  'invariant_violated',
]);

/** Turns any failure into an answer that says what a client may know: a status and a stable code. */
export function failureResponse(
  error: unknown,
  request: Request,
  report: (error: unknown) => void,
): Response {
  // Nobody waits for this answer any more.
  if (isAbort(error, request.signal)) return new Response(null, { status: 499 });
  if (error instanceof RouteError) {
    if (error.status >= 500) report(error.cause);
    return answer(error.status, error.code, error.message);
  }
  report(error);
  const code = TodoError.isInstance(error) ? error.code : undefined;
  if (code !== undefined && UNREADABLE.has(code)) {
    return answer(500, code, 'The plan of this session cannot be read.');
  }
  return answer(
    503,
    code === 'store_unavailable' || code === 'store_closed' ? 'store_unavailable' : 'store_failed',
    'The plan cannot be read right now. Try again.',
  );
}

function answer(status: number, code: string, message: string): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  if (status === 503) headers.set('Retry-After', '2');
  return Response.json({ code, message }, { status, headers });
}
