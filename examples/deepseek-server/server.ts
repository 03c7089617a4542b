import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseRequest } from './check-request.ts';
import { encodeChunks, encodeCompletion } from './encode-reply.ts';
import { errorBody, sendError, sendJson, sendStream } from './respond.ts';
import { completeReply, type Script, type ScriptedReply } from './script.ts';
import type { RecordedRequest, RefusedRequest } from './wire.ts';

export interface DeepSeekServerOptions {
  readonly script: Script;
  /** Milliseconds between two chunks of a stream. Default 0. */
  readonly chunkDelayMs?: number;
  /** Characters of a tool call's arguments in one chunk. Default 8. */
  readonly pieceSize?: number;
  /** Lets the process end although the server was not closed, for short scripts. Default false. */
  readonly unref?: boolean;
}

export interface DeepSeekServer extends AsyncDisposable {
  /** The `baseURL` for `createDeepSeek`. */
  readonly url: string;
  /** The accepted requests, in the order in which they came. */
  readonly requests: readonly RecordedRequest[];
  /** The requests that broke a rule of the API. Empty in a healthy test. */
  readonly refusals: readonly RefusedRequest[];
  /** How many answers are under way: back at 0 once every client has its answer or has left. */
  readonly active: number;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}

/**
 * Starts a server on this machine that speaks DeepSeek's chat-completions format, in one piece and streamed, and
 * answers as a script says. Anything that talks to DeepSeek can talk to it, without a key and without a network.
 *
 * It refuses what the real API refuses (status 400): tool calls and tool messages that do not match, arguments that
 * are no JSON object, lost reasoning, tool schemas without an object at the root. A script that runs out or throws is
 * a 400 too, so that the SDK does not try again.
 *
 * @example
 * await using server = await startDeepSeekServer({
 *   script: [{ toolCalls: [{ name: 'todo_write', arguments: { todos: [] } }] }, { text: 'Done.' }],
 * });
 * const model = createDeepSeek({ apiKey: 'loopback', baseURL: server.url })('deepseek-flash');
 */
export async function startDeepSeekServer({
  script,
  chunkDelayMs = 0,
  pieceSize = 8,
  unref = false,
}: DeepSeekServerOptions): Promise<DeepSeekServer> {
  const requests: RecordedRequest[] = [];
  const refusals: RefusedRequest[] = [];
  const reasoningOf = new Map<string, Set<string>>();
  const answers = new Set<AbortController>();

  const http = createServer((incoming, response) => {
    const answer = new AbortController();
    answers.add(answer);
    response.once('close', () => {
      answers.delete(answer);
      answer.abort();
    });
    handle(incoming, response, answer.signal).catch((error: unknown) => {
      if (!answer.signal.aborted) sendError(response, 400, messageOf(error));
    });
  });

  async function handle(
    incoming: IncomingMessage,
    response: ServerResponse,
    signal: AbortSignal,
  ): Promise<void> {
    if (incoming.method !== 'POST' || !incoming.url?.endsWith('/chat/completions')) {
      sendError(response, 404, `There is nothing at ${incoming.method} ${incoming.url}.`);
      return;
    }
    if (!/^Bearer \S/.test(incoming.headers.authorization ?? '')) {
      sendError(response, 401, 'Authentication fails: no API key.');
      return;
    }
    const request = accept(await readBody(incoming));
    const scripted = await answerOf(script, request);
    const { error, cutAfter, hangAfter } = scripted;
    if (error !== undefined && (error.afterChunks === undefined || !request.body.stream)) {
      sendError(response, error.status, error.message);
      return;
    }
    const reply = completeReply(scripted, request);
    for (const { id } of reply.toolCalls) {
      reasoningOf.set(id, (reasoningOf.get(id) ?? new Set<string>()).add(reply.reasoning));
    }
    if (request.body.stream) {
      const includeUsage = request.body.stream_options?.include_usage === true;
      const chunks = encodeChunks(reply, { pieceSize, includeUsage });
      const failing = error && [
        ...chunks.slice(0, error.afterChunks),
        errorBody(error.status, error.message),
      ];
      const options = { delayMs: chunkDelayMs, cutAfter, hangAfter, signal };
      await sendStream(response, failing ?? chunks, options);
    } else if (cutAfter !== undefined) response.destroy();
    else if (hangAfter === undefined) sendJson(response, encodeCompletion(reply));
  }

  function accept(text: string): RecordedRequest {
    try {
      const request = { text, body: parseRequest(text, reasoningOf), index: requests.length };
      requests.push(request);
      return request;
    } catch (error) {
      refusals.push({ text, message: messageOf(error) });
      throw error;
    }
  }

  await new Promise<void>((resolve, reject) => {
    http.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  if (unref) http.unref().on('connection', (socket) => socket.unref());
  const { port } = http.address() as AddressInfo; // it listens on a port, not on a pipe
  const close = () =>
    new Promise<void>((resolve) => {
      for (const answer of answers) answer.abort();
      answers.clear();
      http.close(() => resolve());
      http.closeAllConnections();
    });
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    refusals,
    get active() {
      return answers.size;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function answerOf(script: Script, request: RecordedRequest): Promise<ScriptedReply> {
  if (typeof script === 'function') return script(request);
  const reply = script[request.index];
  if (reply === undefined) {
    throw new Error(
      `The script has ${script.length} replies and none for request ${request.index}.`,
    );
  }
  return reply;
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer); // no encoding is set: parts are buffers
  return Buffer.concat(parts).toString('utf8');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
