import type { TodoSession } from '../kit/session.ts';
import { RouteError } from './route-error.ts';

/** The plan as JSON, or 304 where the client has it already. */
export async function planResponse(
  session: TodoSession,
  request: Request,
  { maxTail }: { readonly maxTail: number },
): Promise<Response> {
  const tail = tailOf(request, maxTail);
  const { plan, events, uid } = await session.snapshot({ tail, signal: request.signal });
  // With the uid: a session that was made anew reaches the same versions with other plans.
  const etag = `"${uid ?? 'none'}-${plan.asOfSeq + 1}"`;
  const headers = new Headers({
    // Stored by browsers, and asked for again each time.
    'Cache-Control': 'private, no-cache',
    ETag: etag,
    Vary: 'Accept',
  });
  if (matches(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers });
  }
  return Response.json(tail === undefined ? plan : { ...plan, events }, { headers });
}

function tailOf({ url }: Request, maxTail: number): number | undefined {
  const text = new URL(url).searchParams.get('tail');
  if (text === null) return undefined;
  if (!/^\d{1,15}$/.test(text)) {
    throw new RouteError(400, 'invalid_tail', '`tail` must be a number of events, 0 or more.');
  }
  return Math.min(Number(text), maxTail);
}

/** Whether a list of ETags has this one. Weak ones count: proxies weaken what they compress. */
function matches(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.split(',').some((part) => {
    const tag = part.trim().replace(/^W\//, '');
    return tag === etag || tag === '*';
  });
}
