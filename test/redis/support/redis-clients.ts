import type { Redis } from 'ioredis';
import { redisStore, type RedisClient } from '../../../src/redis/index.ts';
import { startRedis, startRedisCluster, type RedisServer } from './redis-server.ts';
import { startTcpProxy } from './tcp-proxy.ts';
import { startUpstashShim } from './upstash-shim.ts';

/** A client over servers of its own, with ways to break what is between them. */
export interface RedisBench {
  readonly client: RedisClient;
  readonly servers: readonly RedisServer[];
  /** How another process reaches the same data. */
  readonly connection: ConnectionSpec;
  /** A connection to the server that holds a key. */
  adminOf(key: string): Promise<Redis>;
  loseReplyTo(matches: (request: string) => boolean): void;
  refuse(): void;
  /** Ends the outage, and waits until the client has noticed both. */
  accept(): Promise<void>;
  dropMessages(drops: boolean): void;
  /** Connections to all servers, and listeners on the client. */
  countHandles(): Promise<number>;
  bytesDown(): number;
  close(): Promise<void>;
}

export interface ConnectionSpec {
  readonly kind: ClientKind;
  readonly ports: readonly number[];
}

export type ClientKind =
  | 'node-redis'
  | 'ioredis'
  | 'node-redis cluster'
  | 'ioredis cluster'
  | 'upstash'
  | 'upstash, not parsing';

export const CLIENT_KINDS: readonly ClientKind[] = [
  'node-redis',
  'ioredis',
  'node-redis cluster',
  'ioredis cluster',
  'upstash',
  'upstash, not parsing',
];

/** A client of this kind, straight to the servers; another process opens its own with this. */
export async function openClient(
  { kind, ports }: ConnectionSpec,
  /** Other ports for those that the cluster tells of. */
  portMap: ReadonlyMap<number, number> = new Map(),
): Promise<{ client: RedisClient; close(): Promise<void> }> {
  const host = '127.0.0.1';
  const mapped = (port: number) => portMap.get(port) ?? port;
  const [port = 0] = ports.map(mapped);
  switch (kind) {
    // Each driver is loaded only where it is used, since another process pays for it at each start.
    case 'node-redis': {
      const { createClient } = await import('redis');
      const client = createClient({ socket: { host, port } });
      client.on('error', () => {});
      await client.connect();
      return { client, close: async () => client.destroy() };
    }
    case 'ioredis': {
      const { Redis } = await import('ioredis');
      const client = new Redis({ host, port });
      client.on('error', () => {});
      return { client, close: async () => client.disconnect() };
    }
    case 'node-redis cluster': {
      const { createCluster } = await import('redis');
      const client = createCluster({
        rootNodes: ports.map((rootPort) => ({ socket: { host, port: mapped(rootPort) } })),
        nodeAddressMap: (address) => ({ host, port: mapped(Number(address.split(':')[1])) }),
      });
      client.on('error', () => {});
      await client.connect();
      return { client, close: async () => client.destroy() };
    }
    case 'ioredis cluster': {
      const { Cluster } = await import('ioredis');
      const client = new Cluster(
        ports.map((rootPort) => ({ host, port: mapped(rootPort) })),
        {
          natMap: Object.fromEntries(
            ports.map((real) => [`${host}:${real}`, { host, port: mapped(real) }]),
          ),
        },
      );
      client.on('error', () => {});
      return { client, close: async () => client.disconnect() };
    }
    case 'upstash':
    case 'upstash, not parsing': {
      const { client, close } = await openUpstash(kind, port);
      return { client, close };
    }
  }
}

async function openUpstash(kind: ClientKind, port: number) {
  const [{ Redis }, upstash] = await Promise.all([import('ioredis'), import('@upstash/redis')]);
  const redis = new Redis({ host: '127.0.0.1', port });
  redis.on('error', () => {});
  const shim = await startUpstashShim(redis);
  const client = new upstash.Redis({
    url: shim.url,
    token: 'loopback',
    automaticDeserialization: kind === 'upstash',
    // The default waits for seconds between its attempts.
    retry: { retries: 2, backoff: () => 20 },
  });
  const close = async () => {
    await shim.close();
    redis.disconnect();
  };
  return { client, shim, close };
}

/** Starts servers and a client of this kind, with proxies between them. */
export async function startBench(
  kind: ClientKind,
  options: readonly string[] = [],
): Promise<RedisBench> {
  if (kind === 'node-redis cluster' || kind === 'ioredis cluster') {
    const { servers, stop } = await startRedisCluster();
    return proxied(kind, servers, stop);
  }
  const server = await startRedis(options);
  const stop = () => server.stop();
  return kind.startsWith('upstash') ? shimmed(kind, server) : proxied(kind, [server], stop);
}

async function proxied(
  kind: ClientKind,
  servers: readonly RedisServer[],
  stop: () => Promise<void>,
): Promise<RedisBench> {
  const proxies = await Promise.all(servers.map(({ port }) => startTcpProxy(port)));
  const ports = servers.map(({ port }) => port);
  const portMap = new Map(ports.map((port, n) => [port, proxies[n]?.port ?? port]));
  const { client, close } = await openClient({ kind, ports }, portMap);
  return {
    client,
    servers,
    connection: { kind, ports },
    adminOf: (key) => adminOf(servers, key),
    loseReplyTo(matches) {
      let isArmed = true; // one reply, whichever node it comes from
      const once = (request: string) => {
        if (!isArmed || !matches(request)) return false;
        isArmed = false;
        return true;
      };
      for (const proxy of proxies) proxy.loseReplyTo(once);
    },
    refuse: () => proxies.forEach((proxy) => proxy.refuse()),
    async accept() {
      for (const proxy of proxies) proxy.accept();
      await answers(client);
    },
    dropMessages(drops) {
      const isMessage = (reply: string) => reply.includes('$7\r\nmessage\r\n');
      for (const proxy of proxies) proxy.drop(drops ? isMessage : undefined);
    },
    async countHandles() {
      const connections = proxies.reduce((sum, proxy) => sum + proxy.connections, 0);
      return connections + listeners(client);
    },
    bytesDown: () => proxies.reduce((sum, proxy) => sum + proxy.bytesDown, 0),
    async close() {
      await close();
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await stop();
    },
  };
}

async function shimmed(kind: ClientKind, server: RedisServer): Promise<RedisBench> {
  const { client, shim, close } = await openUpstash(kind, server.port);
  return {
    client,
    servers: [server],
    connection: { kind, ports: [server.port] },
    adminOf: async () => server.admin,
    loseReplyTo: (matches) => shim.loseReplyTo(matches),
    refuse: () => shim.refuse(),
    accept: async () => shim.accept(),
    dropMessages: () => {}, // there are none
    countHandles: async () => 0, // requests only, which end
    bytesDown: () => shim.bytesDown,
    async close() {
      await close();
      await server.stop();
    },
  };
}

async function adminOf(servers: readonly RedisServer[], key: string): Promise<Redis> {
  for (const { admin } of servers) {
    try {
      await admin.exists(key);
      return admin;
    } catch (error) {
      if (!String(error).includes('MOVED')) throw error;
    }
  }
  throw new Error('No server holds the key.');
}

async function answers(client: RedisClient): Promise<void> {
  const settings = { client, keyPrefix: 'probe:', timeoutMs: 5_000 };
  // A second one, since the first may still have gone to a connection that was cut.
  for (let answered = 0; answered < 20;) {
    // Different sessions lie on different nodes of a cluster.
    const probe = redisStore(settings).tail(`probe ${answered}`, 1);
    answered = await probe.then(
      () => answered + 1,
      () => 0,
    );
  }
}

function listeners(client: object): number {
  const emitter = client as NodeJS.EventEmitter; // each of these clients is one
  return emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0);
}
