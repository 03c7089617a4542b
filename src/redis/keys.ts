/** The names under which a store keeps things in Redis. */
export interface RedisKeys {
  /** The keys of one session, its log and its mark: always on one slot of a cluster. */
  session(sessionId: string): readonly [log: string, mark: string];
  /** The one key that names all sessions, for `list`. */
  readonly index: string;
  /** Where changes of a session are told. A channel is no key: a prefix that a client adds to keys does not apply. */
  channel(sessionId: string): string;
}

/**
 * Makes the names from a prefix.
 *
 * Braces in an id are escaped, so that the id as a whole is the part that a cluster hashes, whatever it contains.
 */
export function redisKeys(prefix: string): RedisKeys {
  const session = (sessionId: string): readonly [string, string] => {
    const log = `${prefix}{${escapeBraces(sessionId)}}`;
    return [log, `${log}:mark`];
  };
  return { session, index: `${prefix}index`, channel: (sessionId) => session(sessionId)[0] };
}

function escapeBraces(sessionId: string): string {
  return sessionId.replace(/[%{}]/g, (found) => `%${found.charCodeAt(0).toString(16)}`);
}
