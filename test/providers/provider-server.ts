import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { whyRefused } from './check-request.ts';
import type { Answer, Body, Dialect, Entry, ToolOnWire } from './dialects/dialect.ts';

export type ScriptedAnswer = Omit<Answer, 'id'>;

/** A request as the provider got it. */
export interface ProviderRequest {
  /** The body exactly as it came over the wire. */
  readonly text: string;
  readonly body: Body;
  readonly tools: readonly ToolOnWire[];
  readonly entries: readonly Entry[];
}

export interface ProviderServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly ProviderRequest[];
  /** Why requests were refused. Empty in a healthy test. */
  readonly refusals: readonly string[];
}

/** Starts a server on this machine that speaks one provider's wire format and answers as the script says. */
export async function startProviderServer(
  dialect: Dialect,
  script: readonly ScriptedAnswer[],
  rules: { readonly closes?: boolean } = {},
): Promise<ProviderServer> {
  const requests: ProviderRequest[] = [];
  const refusals: string[] = [];

  const http = createServer((incoming, response) => {
    void readText(incoming).then((text) => {
      const body = JSON.parse(text) as Body; // providers send objects
      try {
        send(response, dialect, accept(text, body), dialect.isStream(body, incoming.url ?? ''));
      } catch (error) {
        refusals.push(String(error));
        refuse(response, String(error));
      }
    });
  });

  function accept(text: string, body: Body): Answer {
    const request = { text, body, tools: dialect.tools(body), entries: dialect.entries(body) };
    const fault = whyRefused(request.tools, request.entries, rules);
    if (fault !== undefined) throw new Error(fault);
    const id = requests.push(request) - 1;
    const scripted = script[id];
    if (scripted === undefined) throw new Error(`The script has no answer ${id}.`);
    return { ...scripted, id };
  }

  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const { port } = http.address() as AddressInfo; // it listens on a port, not on a pipe
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    refusals,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, dialect: Dialect, answer: Answer, isStream: boolean): void {
  const type = isStream ? 'text/event-stream' : 'application/json';
  const text = isStream ? streamOf(dialect, answer) : JSON.stringify(dialect.answer(answer));
  response.writeHead(200, { 'content-type': type }).end(text);
}

function streamOf({ events, end }: Dialect, answer: Answer): string {
  const lines = events(answer).map((event) => JSON.stringify(event));
  return [...lines, ...(end === undefined ? [] : [end])]
    .map((line) => `data: ${line}\n\n`)
    .join('');
}

/** An error that each of the provider packages can read. */
function refuse(response: ServerResponse, message: string): void {
  const error = { type: 'invalid_request_error', code: 400, status: 'INVALID_ARGUMENT', message };
  response.writeHead(400, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ type: 'error', error }));
}
