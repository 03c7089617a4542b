import type { SessionEvent, SessionHeader } from '../core/event.ts';
import type { SessionSlice } from '../store/session-store.ts';
import type { HeaderCache } from './header-cache.ts';
import type { RedisKeys } from './keys.ts';
import type { Commands } from './operation.ts';
import { eventOf, readRecord } from './record.ts';
import { lengthOf, listOf } from './replies.ts';
import type { Script } from './script.ts';
import { READ, TAIL } from './scripts.ts';
import { expired, sliceOf, standOf } from './slice.ts';

export interface SessionReader {
  tail(commands: Commands, sessionId: string, limit: number): Promise<SessionSlice | null>;
  read(
    commands: Commands,
    sessionId: string,
    range: { readonly fromSeq: number; readonly limit: number },
  ): Promise<SessionSlice | null>;
}

/** No list is longer, and scripts compute with doubles. */
const MAX_COUNT = 2 ** 32;

export function createSessionReader(keys: RedisKeys, headers: HeaderCache): SessionReader {
  /** Runs a script that answers with records, then the places that tell where they stand. */
  const fetch = async (
    commands: Commands,
    script: Script,
    sessionId: string,
    args: readonly string[],
  ): Promise<readonly unknown[] | null> => {
    const reply = listOf(await commands.run(script, { keys: keys.session(sessionId), args }));
    if (reply.length === 0) return null;
    if (reply[0] === 'gone') throw expired(sessionId);
    return reply;
  };

  const remember = (slice: SessionSlice): SessionSlice => {
    headers.set(slice.header);
    // Callers get a copy: they may change it.
    return { ...slice, header: { ...slice.header } };
  };

  return {
    async tail(commands, sessionId, limit) {
      const count = Math.min(Math.max(limit, 1), MAX_COUNT);
      const header = headers.get(sessionId);
      if (header !== undefined) {
        const [log] = keys.session(sessionId);
        const elements = listOf(await commands.range(log, -count, -1));
        const slice = knownTail(header, elements);
        if (slice !== undefined) return { ...slice, events: lastOf(slice.events, limit) };
        headers.delete(sessionId);
      }
      const reply = await fetch(commands, TAIL, sessionId, [String(count)]);
      if (reply === null) return null;
      const [first, length] = [reply.at(-2), lengthOf(reply.at(-1))];
      const found = reply.slice(0, -2);
      const last = found.at(-1);
      const { version } = standOf(sessionId, last, length);
      // The header comes along when more is asked for than there is.
      const elements = readRecord(found[0]).kind === 'header' ? found.slice(1) : found;
      const fromSeq = Math.max(0, version - elements.length);
      const slice = sliceOf({ sessionId, elements, fromSeq, first, last, length, isTail: true });
      return remember({ ...slice, events: lastOf(slice.events, limit) });
    },

    async read(commands, sessionId, { fromSeq, limit }) {
      const args = [String(fromSeq), String(Math.min(limit, MAX_COUNT))];
      const reply = await fetch(commands, READ, sessionId, args);
      if (reply === null) return null;
      const [last, first, length] = [reply.at(-3), reply.at(-2), lengthOf(reply.at(-1))];
      const elements = reply.slice(0, -3);
      return remember(sliceOf({ sessionId, elements, fromSeq, first, last, length }));
    },
  };
}

/**
 * The end of a session whose header is known, read with one plain command; `undefined` where anything is not as it
 * should be: then a script looks closer.
 */
function knownTail(header: SessionHeader, elements: readonly unknown[]): SessionSlice | undefined {
  const records = elements.map(readRecord);
  if (records[0]?.kind === 'header') records.shift();
  const events: SessionEvent[] = [];
  for (const record of records) {
    const event = eventOf(record);
    const isNext = events.length === 0 || event?.seq === (events.at(-1)?.seq ?? 0) + 1;
    if (event === undefined || !isNext) return undefined;
    if (record.kind !== 'event' || record.uid !== header.uid) return undefined;
    events.push(event);
  }
  const last = events.at(-1);
  if (last === undefined) return undefined;
  return { header: { ...header }, version: last.seq + 1, events };
}

function lastOf<T>(list: readonly T[], count: number): readonly T[] {
  return list.slice(Math.max(0, list.length - count));
}
