import type { NewSessionEvent, SessionHeader } from '../core/event.ts';
import { hasCode, SessionDamagedError, TodoError, VersionConflictError } from '../core/errors.ts';
import { encodeEvents } from '../store/codec.ts';
import type { AppendOptions, AppendResult } from '../store/session-store.ts';
import { newHeader } from '../store/new-header.ts';
import type { RedisKeys } from './keys.ts';
import type { Commands } from './operation.ts';
import { recordBodies, tagOf } from './record.ts';
import { answerOf, listOf } from './replies.ts';
import { APPEND, FIRST } from './scripts.ts';
import { serverErrorCode } from './server-error.ts';
import type { IndexEntry, SessionIndex } from './session-index.ts';
import { expired, tooNew } from './slice.ts';

export interface AppenderOptions {
  readonly keys: RedisKeys;
  readonly index: SessionIndex;
  readonly ttl: number | undefined;
  /** Is given a few other entries of the index whenever a session may be created that can expire. */
  readonly onOthers: (entries: readonly IndexEntry[]) => void;
}

/** How many other entries each new session of a store with a ttl looks at, so that the index does not grow for ever. */
const OTHERS = 2;

/** An append whose events were checked and turned to text: sending it is all that is left. */
export type Append = (commands: Commands) => Promise<AppendResult>;

/** What an append needs, whether or not it may create the session. */
interface Prepared {
  readonly sessionId: string;
  readonly options: AppendOptions;
  readonly keys: readonly [log: string, mark: string];
  readonly channel: string;
  readonly ttl: number | undefined;
  readonly bodies: readonly string[];
}

/** Prepares an append; throws for events that cannot be stored, before any I/O. */
export function prepareAppend(
  { keys, index, ttl, onOthers }: AppenderOptions,
  sessionId: string,
  events: readonly NewSessionEvent[],
  options: AppendOptions,
): Append {
  const { expectedVersion, expectedUid, expectedLastId } = options;
  const bodies = recordBodies(encodeEvents(events, expectedVersion));
  const channel = keys.channel(sessionId);
  const prepared = { sessionId, options, keys: keys.session(sessionId), channel, ttl, bodies };
  const mayCreate =
    expectedVersion === 0 && expectedUid === undefined && expectedLastId === undefined;
  return mayCreate ? createAppend(prepared, index, onOthers) : compareAppend(prepared);
}

/** The script decides by what it finds. */
function compareAppend(prepared: Prepared, header?: SessionHeader): Append {
  const { sessionId, options, keys, channel, ttl, bodies } = prepared;
  const { expectedVersion, expectedUid, expectedLastId } = options;
  return async (commands) => {
    const args = [
      String(expectedVersion),
      expectedUid === undefined ? '' : `=${expectedUid}`,
      expectedLastId === undefined ? '' : tagOf(expectedLastId),
      String(ttl ?? 0),
      channel,
      header?.uid ?? '',
      header === undefined ? '' : JSON.stringify(header),
      ...bodies,
    ];
    commands.beginWrite();
    return resultOf(sessionId, options, answerOf(await commands.run(APPEND, { keys, args })));
  };
}

/** The way of an append that may create the session: it is named in the index first. */
function createAppend(
  prepared: Prepared,
  index: SessionIndex,
  onOthers: AppenderOptions['onOthers'],
): Append {
  const { sessionId, options, keys, ttl } = prepared;
  const header = newHeader(sessionId, options.parentSession);
  const compare = compareAppend(prepared, header);
  return async (commands) => {
    const entry = { id: sessionId, time: header.createdAt, uid: header.uid };
    const others = await index.add(commands, entry, ttl === undefined ? 0 : OTHERS);
    if (others.length > 0) onOthers(others);
    try {
      return await compare(commands);
    } catch (error) {
      // A conflict has found the session, and its entry is right. A refusal leaves none, unless others were faster.
      const isRefused = serverErrorCode(error) !== undefined || hasCode(error, 'session_expired');
      if (isRefused && !(await hasRecords(commands, keys[0]))) {
        await index.remove(commands, entry).catch(() => {});
      }
      throw error;
    }
  };
}

async function hasRecords(commands: Commands, log: string): Promise<boolean> {
  const first = await commands.run(FIRST, { keys: [log], args: [] }).catch(() => []);
  return listOf(first).length > 0;
}

function resultOf(
  sessionId: string,
  { expectedVersion, expectedUid, expectedLastId }: AppendOptions,
  [answer, number = '', uid]: readonly string[],
): AppendResult {
  switch (answer) {
    case 'stored':
      return { version: Number(number), uid: uid ?? '' };
    case 'conflict':
      throw new VersionConflictError({
        sessionId,
        expected: expectedVersion,
        actual: Number(number),
        expectedUid,
        actualUid: uid || undefined,
        expectedLastId,
      });
    case 'gone':
      throw expired(sessionId);
    case 'too-new':
      throw tooNew(sessionId, Number(number));
    case 'damaged':
      throw new SessionDamagedError(
        sessionId,
        { index: Number(number) },
        'its last record is of no known format',
      );
    default:
      throw new TodoError('store_failed', `Redis gave an unexpected answer to an append.`);
  }
}
