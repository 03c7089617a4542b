import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Sends an answer in one piece. */
export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Sends an error as DeepSeek writes it; a stream that has begun is cut off instead. */
export function sendError(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) response.destroy();
  else sendJson(response, errorBody(status, message), status);
}

/** DeepSeek's error JSON: the body of an error, or a chunk in the middle of a stream. */
export function errorBody(status: number, message: string): object {
  const code = CODES[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error');
  return { error: { message, type: code, param: null, code } };
}

const CODES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  429: 'rate_limit_error',
  503: 'service_unavailable',
};

export interface StreamOptions {
  readonly delayMs: number;
  /** After this many chunks the connection is destroyed. */
  readonly cutAfter?: number | undefined;
  /** After this many chunks nothing more is sent, and the connection stays open. */
  readonly hangAfter?: number | undefined;
  readonly signal: AbortSignal;
}

/** Sends chunks as server-sent events, each one on its own, and the mark of the end. */
export async function sendStream(
  response: ServerResponse,
  chunks: readonly object[],
  { delayMs, cutAfter, hangAfter, signal }: StreamOptions,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.write(': keep-alive\n\n');
  const end = Math.min(cutAfter ?? Infinity, hangAfter ?? Infinity);
  for (const chunk of chunks.slice(0, end)) {
    if (delayMs > 0) await sleep(delayMs, undefined, { signal });
    // Waiting for each write keeps the chunks apart, as they are on a real network.
    await new Promise((resolve) => response.write(`data: ${JSON.stringify(chunk)}\n\n`, resolve));
    if (signal.aborted) return;
  }
  if (hangAfter !== undefined && end === hangAfter) return;
  if (end === cutAfter) response.destroy();
  else response.end('data: [DONE]\n\n');
}
