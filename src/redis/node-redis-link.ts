import type { RedisLink, ScriptInput } from './redis-link.ts';
import type { OpenSubscriber, Subscriber } from './subscriber.ts';
import type { Withdrawal } from './withdrawal.ts';

/** The part of a node-redis client, pool, sentinel or cluster that we use. */
export interface NodeRedisClient {
  evalSha(hash: string, options: EvalOptions): Promise<unknown>;
  eval(script: string, options: EvalOptions): Promise<unknown>;
  lRange(key: string, start: number, stop: number): Promise<unknown>;
  /** Since version 5. */
  withCommandOptions?(options: object): NodeRedisClient;
  readonly isReady?: boolean;
  readonly duplicate?: (options?: object) => NodeRedisClient;
  readonly connect?: () => Promise<unknown>;
  readonly on?: (event: string, listener: () => void) => unknown;
  readonly subscribe?: (
    channels: readonly string[],
    listener: (message: string, channel: string) => void,
  ) => Promise<unknown>;
  readonly unsubscribe?: (
    channels: readonly string[],
    listener: (message: string, channel: string) => void,
  ) => Promise<unknown>;
  /** Since version 5; `disconnect` before. */
  readonly destroy?: () => void;
  readonly disconnect?: () => Promise<unknown>;
  /** Only a cluster client has it. */
  readonly nodeClient?: unknown;
}

interface EvalOptions {
  readonly keys: readonly string[];
  readonly arguments: readonly string[];
}

/** Errors of commands that were never written; by their messages, since bundlers rename classes. */
const NOT_SENT =
  /^(?:The command was aborted|The client is closed|The client is offline|The queue is full)$/;

export function nodeRedisLink(client: NodeRedisClient): RedisLink {
  // Our own time limit takes the place of the client's, and replies come as text whatever the client maps them to.
  const options = { timeout: undefined, typeMapping: {} };
  const direct = client.withCommandOptions?.(options) ?? client;
  const isSingle = client.nodeClient === undefined;
  const through = (withdrawal: Withdrawal): NodeRedisClient => {
    // A client that is ready sends at once, and what was sent cannot be taken back. A cluster may be ready in part.
    if (isSingle && client.isReady === true) return direct;
    const { signal: abortSignal } = withdrawal;
    return client.withCommandOptions?.({ ...options, abortSignal }) ?? client;
  };

  const openSubscriber = isSingle ? ownConnection : clusterConnection;
  return {
    evalHash: (hash, input, withdrawal) => through(withdrawal).evalSha(hash, optionsOf(input)),
    evalText: (text, input, withdrawal) => through(withdrawal).eval(text, optionsOf(input)),
    range: (key, start, stop, withdrawal) => through(withdrawal).lRange(key, start, stop),
    wasNotSent: (error) => error instanceof Error && NOT_SENT.test(error.message),
    ...(canSubscribe(client) ? { openSubscriber: openSubscriber(client) } : {}),
  };
}

function optionsOf({ keys, args }: ScriptInput): EvalOptions {
  return { keys, arguments: args };
}

type Subscribing = NodeRedisClient & Required<Pick<NodeRedisClient, 'subscribe' | 'unsubscribe'>>;

function canSubscribe(client: NodeRedisClient): client is Subscribing {
  return client.subscribe !== undefined && client.unsubscribe !== undefined;
}

/** A connection of its own: one that is subscribed can do nothing else on older servers. */
function ownConnection(client: NodeRedisClient): OpenSubscriber {
  return ({ onMessage, onReconnect }) => {
    // The user's choice to fail at once while offline is for commands; a subscription waits.
    const connection = client.duplicate?.({ disableOfflineQueue: false });
    if (connection === undefined || !canSubscribe(connection)) {
      throw new TypeError('The client cannot be duplicated.');
    }
    let wasReady = false;
    let isClosed = false;
    const destroy = () => {
      if (connection.destroy) connection.destroy();
      else connection.disconnect?.().catch(() => {}); // it may not be open yet
    };
    connection.on?.('error', () => {}); // without a listener an error would end the process; it reconnects
    connection.on?.('connect', () => {
      // A client that is destroyed while it connects goes on and stays connected.
      if (isClosed) destroy();
    });
    connection.on?.('ready', () => {
      if (wasReady) onReconnect({ resubscribe: false });
      wasReady = true;
    });
    connection.connect?.().catch(() => {});
    return {
      ...subscriptions(connection, onMessage),
      async close() {
        isClosed = true;
        destroy();
      },
    };
  };
}

/** A cluster client keeps one connection of its own for subscriptions, moves it when a node leaves, and closes it. */
function clusterConnection(client: Subscribing): OpenSubscriber {
  return ({ onMessage }) => {
    const { subscribe, unsubscribe } = subscriptions(client, onMessage);
    return {
      subscribe,
      unsubscribe,
      close: (channels) => unsubscribe(channels).catch(() => {}),
    };
  };
}

function subscriptions(
  client: Subscribing,
  onMessage: (channel: string) => void,
): Pick<Subscriber, 'subscribe' | 'unsubscribe'> {
  const listener = (_message: string, channel: string) => onMessage(channel);
  return {
    async subscribe(channels) {
      await client.subscribe(channels, listener);
    },
    async unsubscribe(channels) {
      if (channels.length > 0) await client.unsubscribe(channels, listener);
    },
  };
}
