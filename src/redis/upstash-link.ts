import type { RedisLink } from './redis-link.ts';

/** The part of an `@upstash/redis` client that we use. */
export interface UpstashClient {
  evalsha(hash: string, keys: readonly string[], args: readonly string[]): Promise<unknown>;
  eval(script: string, keys: readonly string[], args: readonly string[]): Promise<unknown>;
  lrange(key: string, start: number, stop: number): Promise<unknown>;
}

export function upstashLink(client: UpstashClient): RedisLink {
  return {
    evalHash: (hash, { keys, args }) => brief(client.evalsha(hash, keys, args)),
    evalText: (text, { keys, args }) => brief(client.eval(text, keys, args)),
    range: (key, start, stop) => brief(client.lrange(key, start, stop)),
    wasNotSent: () => false,
  };
}

/** The client's errors repeat the whole command, and with it what the model wrote; that is for no message and no log. */
async function brief<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    const [message, command] = error instanceof Error ? error.message.split(', command was: ') : [];
    if (command === undefined) throw error;
    // oxlint-disable-next-line preserve-caught-error -- the cause would bring the command back
    throw new Error(message);
  }
}
