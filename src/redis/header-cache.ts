import type { SessionHeader } from '../core/event.ts';

const MAX_HEADERS = 1_000;

/**
 * The headers of the sessions that a store came to know last.
 *
 * A header never changes, and each record names its session's uid: so whoever knows the header can read the end of a
 * log with one plain command.
 */
export interface HeaderCache {
  get(sessionId: string): SessionHeader | undefined;
  set(header: SessionHeader): void;
  delete(sessionId: string): void;
}

export function createHeaderCache(): HeaderCache {
  const headers = new Map<string, SessionHeader>();
  return {
    get: (sessionId) => headers.get(sessionId),
    set(header) {
      // Put at the end, so that the first one is the one that was set longest ago.
      headers.delete(header.id);
      headers.set(header.id, header);
      const [oldest] = headers.keys();
      if (headers.size > MAX_HEADERS && oldest !== undefined) headers.delete(oldest);
    },
    delete: (sessionId) => void headers.delete(sessionId),
  };
}
