import type { NewSessionEvent } from '../../src/core/event.ts';
import { hasCode, SessionDamagedError, TodoError } from '../../src/core/errors.ts';
import {
  checkAppendOptions,
  checkListOptions,
  checkReadOptions,
  checkTailOptions,
} from '../../src/store/check-options.ts';
import { encodeEvents } from '../../src/store/codec.ts';
import { createHintQueue, type HintQueue } from '../../src/store/hint-queue.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import type { SessionSlice, SessionStore } from '../../src/store/session-store.ts';
import { assertSessionId } from '../../src/core/session-id.ts';
import type { ForeignAppend, StoreHarness } from '../../src/testing/index.ts';

/** What the fake stores of one space share, as real ones share a directory or a server. */
interface Space {
  readonly sessions: SessionStore;
  readonly watchers: Set<{ readonly sessionId: string; readonly queue: HintQueue; deaf: boolean }>;
  /** The uid of each session that was rewound, beside the one that it has in `sessions`. */
  readonly uids: Map<string, { readonly shown: string; readonly kept: string }>;
  readonly damaged: Map<string, number>;
  readonly tooNew: Set<string>;
  readonly expired: Set<string>;
  away: boolean;
  losesReply: boolean;
  openStores: number;
  bytesRead: number;
}

/**
 * A harness that has every part, over stores in memory: so that each case of the suite runs, and shows its teeth to
 * stores that are broken on purpose.
 */
export function fakeHarness(): Required<StoreHarness> {
  const spaces = new Map<string, Space>();
  const spaceOf = (name: string): Space => {
    const space = spaces.get(name) ?? {
      sessions: memoryStore(),
      watchers: new Set(),
      uids: new Map(),
      damaged: new Map(),
      tooNew: new Set(),
      expired: new Set(),
      away: false,
      losesReply: false,
      openStores: 0,
      bytesRead: 0,
    };
    spaces.set(name, space);
    return space;
  };
  const elsewhere = async ({ space, sessionId, events, options }: ForeignAppend) => {
    const store = openFake(spaceOf(space));
    try {
      return await store.append(sessionId, events, options);
    } catch (error) {
      if (hasCode(error, 'version_conflict')) return null;
      throw error;
    } finally {
      await store.close();
    }
  };
  let kills = 0;
  return {
    open: (space) => openFake(spaceOf(space)),
    reopens: true,
    shares: true,
    settleMs: 300,
    writers: 30,
    longLog: 1_500,
    dispose: (space) => void spaces.delete(space),
    appendElsewhere: elsewhere,
    async killedAppend(append) {
      kills += 1;
      if (kills % 2 === 0) await elsewhere(append);
    },
    loseReply({ space }) {
      spaceOf(space).losesReply = true;
    },
    outage: {
      begin({ space }) {
        spaceOf(space).away = true;
      },
      end({ space }) {
        spaceOf(space).away = false;
      },
    },
    damage: ({ space, sessionId, seq }) => void spaceOf(space).damaged.set(sessionId, seq),
    rewind: ({ space, sessionId, version }) => rewind(spaceOf(space), sessionId, version),
    makeTooNew: ({ space, sessionId }) => void spaceOf(space).tooNew.add(sessionId),
    expire: ({ space, sessionId }) => void spaceOf(space).expired.add(sessionId),
    dropHints({ space }) {
      for (const watcher of spaceOf(space).watchers) watcher.deaf = true;
    },
    countHandles: (space) => spaceOf(space).watchers.size + spaceOf(space).openStores,
    countBytesRead: (space) => spaceOf(space).bytesRead,
  };
}

/** Makes the session anew with its first events, under the uid that it had. */
async function rewind({ sessions, uids }: Space, sessionId: string, version: number) {
  const slice = await sessions.read(sessionId, { limit: version });
  if (slice === null) return;
  await sessions.delete(sessionId);
  let uid = '';
  let batch: NewSessionEvent[] = [];
  for (const { seq, more, ...event } of slice.events) {
    batch.push(event as NewSessionEvent); // the cast: the rest of an event has lost its literal type
    if (more === true) continue;
    const expectedVersion = seq + 1 - batch.length;
    ({ uid } = await sessions.append(sessionId, batch, { expectedVersion }));
    batch = [];
  }
  uids.set(sessionId, { shown: uids.get(sessionId)?.shown ?? slice.header.uid, kept: uid });
}

function openFake(space: Space): SessionStore {
  const { sessions, watchers, uids, damaged, tooNew, expired } = space;
  let closed = false;
  const mine = new Set<HintQueue>();
  space.openStores += 1;

  const assertOpen = () => {
    if (closed) throw new TodoError('store_closed', 'This fake store was closed.');
  };
  const assertThere = (sessionId?: string) => {
    if (space.away) throw new TodoError('store_unavailable', 'This fake store is away.');
    if (sessionId === undefined) return;
    if (tooNew.has(sessionId)) throw new TodoError('session_too_new', 'It is too new.');
    if (expired.has(sessionId)) throw new TodoError('session_expired', 'It has expired.');
  };
  const notify = (sessionId: string) => {
    for (const watcher of watchers) {
      if (watcher.sessionId === sessionId && !watcher.deaf) watcher.queue.push();
    }
  };
  const hand = (sessionId: string, slice: SessionSlice | null) => {
    space.bytesRead += JSON.stringify(slice).length;
    const bad = damaged.get(sessionId);
    if (bad !== undefined && slice?.events.some((event) => event.seq === bad)) {
      throw new SessionDamagedError(sessionId, { index: bad }, 'no record');
    }
    const uid = uids.get(sessionId)?.shown;
    return slice && uid ? { ...slice, header: { ...slice.header, uid } } : slice;
  };

  return {
    capabilities: { durability: 'server', scope: 'network', watch: true, expires: true },
    async append(sessionId, events, options) {
      assertOpen();
      checkAppendOptions(sessionId, options);
      encodeEvents(events, options.expectedVersion);
      assertThere(sessionId);
      const uid = uids.get(sessionId);
      const expectedUid = options.expectedUid === uid?.shown ? uid?.kept : options.expectedUid;
      const stored = await sessions.append(sessionId, events, { ...options, expectedUid });
      const result = { ...stored, uid: uid?.shown ?? stored.uid };
      notify(sessionId);
      if (space.losesReply) {
        space.losesReply = false;
        throw new TodoError('outcome_unknown', 'The reply was lost.');
      }
      return result;
    },
    async read(sessionId, options) {
      assertOpen();
      checkReadOptions(sessionId, options);
      assertThere(sessionId);
      return hand(sessionId, await sessions.read(sessionId, options));
    },
    async tail(sessionId, limit, options) {
      assertOpen();
      checkTailOptions(sessionId, limit, options);
      assertThere(sessionId);
      return hand(sessionId, await sessions.tail(sessionId, limit, options));
    },
    async list(options) {
      assertOpen();
      checkListOptions(options);
      assertThere();
      return sessions.list(options);
    },
    async delete(sessionId, options) {
      assertOpen();
      assertSessionId(sessionId);
      options?.signal?.throwIfAborted();
      assertThere();
      await sessions.delete(sessionId);
      expired.delete(sessionId);
      uids.delete(sessionId);
      notify(sessionId);
    },
    watch(sessionId, { signal }) {
      assertOpen();
      assertSessionId(sessionId);
      const queue = createHintQueue({
        signal,
        onClose() {
          mine.delete(queue);
          watchers.delete(watcher);
        },
      });
      const watcher = { sessionId, queue, deaf: false };
      if (!queue.closed) {
        mine.add(queue);
        watchers.add(watcher);
      }
      return queue;
    },
    async close() {
      if (!closed) space.openStores -= 1;
      closed = true;
      for (const queue of mine) queue.close();
    },
  };
}
