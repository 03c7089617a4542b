import { isRecord } from '../core/event.ts';
import { isSessionId } from '../core/session-id.ts';
import { RouteError } from './route-error.ts';

/** Whose plan a request may see. */
export interface AuthorizedSession {
  readonly sessionId: string;
}

/**
 * Decides whose plan a request may see.
 *
 * @param context what the framework passes beside the request, such as the route's params in Next.js.
 * @returns the session, or the `Response` that is sent instead of it.
 */
export type Authorize<CONTEXT = unknown> = (
  request: Request,
  context: CONTEXT,
) => AuthorizedSession | Response | Promise<AuthorizedSession | Response>;

/** Asks the application; anything but a session or a denial is a failure, never a way in. */
export async function authorized<CONTEXT>(
  authorize: Authorize<CONTEXT>,
  request: Request,
  context: CONTEXT,
): Promise<AuthorizedSession | Response> {
  let answer: unknown;
  try {
    answer = await authorize(request, context);
  } catch (error) {
    if (isResponse(error)) return error;
    if (isControlFlow(error)) throw error;
    throw new RouteError(500, 'authorize_failed', 'The request could not be authorized.', error);
  }
  if (isResponse(answer)) return answer;
  const sessionId = isRecord(answer) ? answer['sessionId'] : undefined;
  if (typeof sessionId !== 'string') {
    const cause = new TypeError('`authorize` must return { sessionId } or a Response');
    throw new RouteError(500, 'authorize_failed', 'The request could not be authorized.', cause);
  }
  if (!isSessionId(sessionId)) {
    throw new RouteError(400, 'invalid_session_id', 'This cannot be the id of a session.');
  }
  return { sessionId };
}

/**
 * Whether a framework throws this to end a handler in its own way, such as `notFound()` and `redirect()` of Next.js: the
 * framework has to catch it.
 */
export function isControlFlow(error: unknown): boolean {
  return isRecord(error) && typeof error['digest'] === 'string';
}

/** By its tag: frameworks bring classes of their own, and two realms do not share one. */
function isResponse(value: unknown): value is Response {
  return Object.prototype.toString.call(value) === '[object Response]';
}
