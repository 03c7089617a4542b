import type { SessionPage } from '../store/session-store.ts';
import type { RedisKeys } from './keys.ts';
import type { Commands } from './operation.ts';
import { parse, readRecord } from './record.ts';
import { listOf } from './replies.ts';
import { FIRST } from './scripts.ts';
import { serverErrorCode } from './server-error.ts';
import type { IndexEntry, SessionIndex } from './session-index.ts';

/** How many sessions are looked at together. */
const AT_ONCE = 100;

/**
 * How old an entry without a session must be before it is dropped: a session is named first and created then, and
 * clocks differ between machines.
 */
const STALE_MS = 10 * 60_000;

export interface ListerOptions {
  readonly keys: RedisKeys;
  readonly index: SessionIndex;
}

/** One page of the index, each entry held against its session; reads the first record of each and no more. */
export async function listSessions(
  options: ListerOptions,
  commands: Commands,
  page: { readonly afterId: string | undefined; readonly limit: number },
): Promise<SessionPage> {
  const { entries, isLast } = await options.index.page(commands, page);
  const sessions: ListedSession[] = [];
  for (let start = 0; start < entries.length; start += AT_ONCE) {
    const some = entries.slice(start, start + AT_ONCE);
    const found = await Promise.all(some.map((entry) => lookAt(options, commands, entry)));
    sessions.push(...found.flat());
  }
  const last = entries.at(-1);
  return { sessions, ...(isLast || last === undefined ? {} : { cursor: last.id }) };
}

type ListedSession = SessionPage['sessions'][number];

/** The session that an entry stands for, if there is one. An entry whose session is gone is dropped. */
export async function lookAt(
  { keys, index }: ListerOptions,
  commands: Commands,
  { id, time, uid }: IndexEntry,
): Promise<readonly ListedSession[]> {
  const first = await firstRecord(commands, keys.session(id)[0]);
  if (first === 'foreign') return [];
  if (first !== undefined) return [{ id, createdAt: createdAt(first) ?? time }];
  if (Date.now() - time > STALE_MS) await index.remove(commands, { id, uid });
  return [];
}

async function firstRecord(commands: Commands, log: string): Promise<unknown> {
  try {
    return listOf(await commands.run(FIRST, { keys: [log], args: [] }))[0];
  } catch (error) {
    // Someone else keeps something under this name: that must not stop the list.
    if (serverErrorCode(error) === 'WRONGTYPE') return 'foreign';
    throw error;
  }
}

function createdAt(element: unknown): number | undefined {
  const record = readRecord(element);
  if (record.kind !== 'header') return undefined;
  const header = parse(record.json) as Partial<Record<'createdAt', unknown>> | undefined; // looked at below
  return typeof header?.createdAt === 'number' ? header.createdAt : undefined;
}
