import type { RedisLink } from './redis-link.ts';
import { readyGateOf } from './ready-gate.ts';
import type { OpenSubscriber, Subscriber } from './subscriber.ts';

/** The part of an ioredis client or cluster that we use. */
export interface IoRedisClient {
  evalsha(hash: string, keyCount: number, ...keysAndArgs: string[]): Promise<unknown>;
  eval(script: string, keyCount: number, ...keysAndArgs: string[]): Promise<unknown>;
  lrange(key: string, start: number, stop: number): Promise<unknown>;
  call(...args: never[]): Promise<unknown>;
  duplicate(options: object): IoRedisClient;
  subscribe(...channels: string[]): Promise<unknown>;
  unsubscribe(...channels: string[]): Promise<unknown>;
  disconnect(): void;
  on(event: string, listener: (channel: string) => void): unknown;
  off(event: string, listener: (channel: string) => void): unknown;
  readonly status: string;
  readonly isCluster?: boolean;
  /** Of a cluster: a client for each node. */
  nodes?(role: 'all'): readonly IoRedisClient[];
  readonly options?: { readonly enableOfflineQueue?: boolean };
}

const NO_QUEUE =
  /^(?:Stream isn't writeable|Cluster isn't ready) and enableOfflineQueue options is false/;

export function ioRedisLink(client: IoRedisClient): RedisLink {
  const gate = readyGateOf(client);
  return {
    evalHash: (hash, { keys, args }) => client.evalsha(hash, keys.length, ...keys, ...args),
    evalText: (text, { keys, args }) => client.eval(text, keys.length, ...keys, ...args),
    range: (key, start, stop) => client.lrange(key, start, stop),
    ready(withdrawal) {
      const { status, options } = client;
      // `wait`: the first command connects. A client without a queue refuses on its own.
      if (status === 'ready' || status === 'wait' || options?.enableOfflineQueue === false) return;
      // A command in the client's queue cannot be taken back, so it waits here.
      return gate.wait(withdrawal.signal);
    },
    wasNotSent: (error) => error instanceof Error && NO_QUEUE.test(error.message),
    openSubscriber: client.isCluster === true ? nodeConnection(client) : ownConnection(client),
  };
}

/** How a connection that only listens differs from the client that it is made from. */
const LISTENING = Object.freeze({
  lazyConnect: false,
  enableOfflineQueue: true,
  maxRetriesPerRequest: null,
  commandTimeout: undefined,
  // The subscriptions would be renewed without a word, so that nobody would know from when on they hold.
  autoResubscribe: false,
});

const NODE_RETRY_MS = 500;

function ownConnection(client: IoRedisClient): OpenSubscriber {
  return ({ onMessage, onReconnect }) => {
    const connection = client.duplicate(LISTENING);
    let wasReady = false;
    connection.on('error', () => {}); // it reconnects; without a listener each attempt would be printed
    connection.on('ready', () => {
      if (wasReady) onReconnect({ resubscribe: true });
      wasReady = true;
    });
    connection.on('message', onMessage);
    return {
      ...subscriptions(() => connection),
      async close() {
        connection.disconnect();
      },
    };
  };
}

/**
 * A connection to any node of a cluster, which tells of all changes: nodes pass messages on to each other.
 *
 * Not the one that the cluster client keeps for itself, which it never closes. When the node is gone, another is taken.
 */
function nodeConnection(client: IoRedisClient): OpenSubscriber {
  return ({ onMessage, onReconnect }) => {
    let connection: IoRedisClient | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let wasReady = false;
    let isClosed = false;

    const connect = () => {
      const nodes = client.nodes?.('all') ?? [];
      connection = nodes[Math.floor(Math.random() * nodes.length)]?.duplicate({
        ...LISTENING,
        retryStrategy: null,
      });
      connection?.on('error', () => {});
      connection?.on('message', onMessage);
      connection?.on('ready', () => {
        if (wasReady) onReconnect({ resubscribe: true });
        wasReady = true;
      });
      connection?.on('end', connectLater);
      if (connection === undefined) connectLater();
    };
    const connectLater = () => {
      if (!isClosed) retry = setTimeout(connect, NODE_RETRY_MS);
    };

    connect();
    return {
      ...subscriptions(() => connection),
      async close() {
        isClosed = true;
        clearTimeout(retry);
        connection?.disconnect();
      },
    };
  };
}

function subscriptions(
  connection: () => IoRedisClient | undefined,
): Pick<Subscriber, 'subscribe' | 'unsubscribe'> {
  const current = (): IoRedisClient => {
    const found = connection();
    if (found === undefined) throw new Error('No node of the cluster is known yet.');
    return found;
  };
  return {
    async subscribe(channels) {
      await current().subscribe(...channels);
    },
    async unsubscribe(channels) {
      if (channels.length > 0) await current().unsubscribe(...channels);
    },
  };
}
