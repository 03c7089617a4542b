import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Redis } from 'ioredis';

/** A loopback server that speaks Upstash's REST protocol and hands each command on to a real server. */
export interface UpstashShim {
  readonly url: string;
  readonly bytesDown: number;
  /** Cuts the connection of the next request for which this is true, after the server has carried it out. */
  loseReplyTo(matches: (request: string) => boolean): void;
  /** Refuses every request by cutting its connection. */
  refuse(): void;
  accept(): void;
  close(): Promise<void>;
}

type Answer = { readonly result: unknown } | { readonly error: string };

/** @param redis a connection that takes commands as they are: no key prefix, no numbers as strings. */
export async function startUpstashShim(redis: Redis): Promise<UpstashShim> {
  let isRefusing = false;
  let losing: ((request: string) => boolean) | undefined;
  let bytesDown = 0;

  const run = async (command: readonly unknown[], base64: boolean): Promise<Answer> => {
    try {
      const [name, ...args] = command.map(String);
      const reply = await redis.call(name ?? '', ...args);
      return { result: base64 ? encode(reply) : reply };
    } catch (error) {
      return { error: (error as Error).message }; // ioredis rejects with errors only
    }
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    request.setEncoding('utf8');
    for await (const chunk of request) text += chunk;
    if (isRefusing) return void request.socket.destroy();
    const isLost = losing?.(text) === true;
    if (isLost) losing = undefined;
    const base64 = request.headers['upstash-encoding'] === 'base64';
    const body: unknown = JSON.parse(text);
    const isPipeline = request.url?.endsWith('/pipeline') === true;
    const commands = (isPipeline ? body : [body]) as readonly (readonly unknown[])[]; // the client's format
    const answers = await Promise.all(commands.map((command) => run(command, base64)));
    if (isLost) return void request.socket.destroy();
    const [only] = answers;
    const status = !isPipeline && only && 'error' in only ? 400 : 200;
    const reply = JSON.stringify(isPipeline ? answers : only);
    bytesDown += reply.length;
    response.writeHead(status, { 'content-type': 'application/json' }).end(reply);
  };
  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(JSON.stringify({ error: String(error) }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The shim has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    get bytesDown() {
      return bytesDown;
    },
    loseReplyTo(matches) {
      losing = matches;
    },
    refuse() {
      isRefusing = true;
      server.closeAllConnections();
    },
    accept() {
      isRefusing = false;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** As Upstash does when it is asked for base64: every string but `OK`, also in lists. */
function encode(reply: unknown): unknown {
  if (Array.isArray(reply)) return reply.map(encode);
  return typeof reply === 'string' && reply !== 'OK'
    ? Buffer.from(reply, 'utf8').toString('base64')
    : reply;
}
