import { SESSION_FORMAT_VERSION, type SessionHeader } from '../core/event.ts';
import { randomId } from '../core/random-id.ts';

/** The header of a session that is made now. */
export function newHeader(id: string, parentSession?: string): SessionHeader {
  return {
    type: 'session',
    version: SESSION_FORMAT_VERSION,
    id,
    uid: randomId(),
    createdAt: Date.now(),
    ...(parentSession === undefined ? {} : { parentSession }),
  };
}
