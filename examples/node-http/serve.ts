import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Serves a handler of the Web's `Request` and `Response` with Node's own server. */
export function serve(handler: (request: Request) => Promise<Response>): Server {
  return createServer((incoming, outgoing) => {
    answer(handler, incoming, outgoing).catch(() => outgoing.destroy());
  });
}

async function answer(
  handler: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const leaving = new AbortController();
  // Also after a good answer, where there is nothing left to abort.
  outgoing.once('close', () => leaving.abort());
  const response = await handler(requestOf(incoming, leaving.signal));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // The client of a stream should know at once that it is connected.
  outgoing.flushHeaders();
  if (response.body === null) {
    outgoing.end();
    return;
  }
  // The types of the two web streams, the platform's and Node's, do not know each other.
  // Nothing is read ahead: what the socket does not take waits where it comes from.
  const body = Readable.fromWeb(response.body as never, { highWaterMark: 0 });
  await pipeline(body, outgoing);
}

function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', headers } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(new URL(url, `http://${headers.host ?? 'localhost'}`), {
    method,
    headers: new Headers(
      Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    ),
    signal,
    ...(hasBody ? { body: Readable.toWeb(incoming) as never, duplex: 'half' } : {}), // as above
  });
}
