import { connect, createServer, type Socket } from 'node:net';

/** A proxy between a client and a server, to break the connection in ways of its own. */
export interface TcpProxy {
  readonly port: number;
  /** The bytes that went from the server to clients. */
  readonly bytesDown: number;
  /** Open connections of clients. */
  readonly connections: number;
  /** Cuts all connections, and each new one at once. */
  refuse(): void;
  accept(): void;
  /** Cuts the connection when the server answers to the first request for which this is true; the answer is lost. */
  loseReplyTo(matches: (request: string) => boolean): void;
  /** Loses what this is true for, from the server to the client. */
  drop(matches: ((reply: string) => boolean) | undefined): void;
  close(): Promise<void>;
}

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isRefusing = false;
  let losing: ((request: string) => boolean) | undefined;
  let dropping: ((reply: string) => boolean) | undefined;
  let bytesDown = 0;

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: targetPort, host: '127.0.0.1', noDelay: true });
    let cutsOnReply = false;
    const cut = () => {
      sockets.delete(client);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      socket.on('error', cut);
      socket.on('close', cut);
    }
    if (isRefusing) return cut();
    sockets.add(client);
    client.on('data', (data) => {
      if (losing?.(data.toString('latin1'))) {
        losing = undefined;
        cutsOnReply = true;
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (cutsOnReply) return cut();
      if (dropping?.(data.toString('latin1'))) return;
      bytesDown += data.length;
      client.write(data);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    get bytesDown() {
      return bytesDown;
    },
    get connections() {
      return sockets.size;
    },
    refuse() {
      isRefusing = true;
      cutAll();
    },
    accept() {
      isRefusing = false;
    },
    loseReplyTo(matches) {
      losing = matches;
    },
    drop(matches) {
      dropping = matches;
    },
    async close() {
      cutAll();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
