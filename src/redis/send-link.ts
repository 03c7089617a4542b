import type { RedisLink } from './redis-link.ts';

/**
 * Sends one command, such as `['LRANGE', 'key', '0', '-1']`, and resolves to its reply: strings, numbers, lists and
 * `null`. Rejects with the server's error as the message, such as `WRONGTYPE …` or `NOSCRIPT …`.
 */
export type RedisSend = (command: readonly string[]) => Promise<unknown>;

export function sendLink(send: RedisSend): RedisLink {
  return {
    evalHash: (hash, { keys, args }) =>
      send(['EVALSHA', hash, String(keys.length), ...keys, ...args]),
    evalText: (text, { keys, args }) => send(['EVAL', text, String(keys.length), ...keys, ...args]),
    range: (key, start, stop) => send(['LRANGE', key, String(start), String(stop)]),
    wasNotSent: () => false,
  };
}
