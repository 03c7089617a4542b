import type { SessionHeader } from '../core/event.ts';
import { TodoError } from '../core/errors.ts';
import { assertSessionId } from '../core/session-id.ts';
import {
  checkAppendOptions,
  checkListOptions,
  checkReadOptions,
  checkTailOptions,
  compareVersion,
} from './check-options.ts';
import { decodeEvent, encodeEvents } from './codec.ts';
import { createHintQueue, type HintQueue } from './hint-queue.ts';
import { newHeader } from './new-header.ts';
import type { AppendResult, SessionSlice, SessionStore } from './session-store.ts';

interface MemorySession {
  readonly header: SessionHeader;
  /** Each event as the line of JSON that the other stores keep too: what comes out is a copy of what went in. */
  readonly lines: string[];
  /** The id of each event. */
  readonly ids: (string | undefined)[];
}

/**
 * A store that keeps its sessions in this process: for tests, demos and agents that need no durability.
 *
 * Keeps the same rules as every other store. Sessions are gone when the process ends; nothing is ever removed before,
 * so delete sessions that are done.
 *
 * @example
 * const kit = createTodoKit({ store: memoryStore(), allowParallelInProgress: false });
 */
export function memoryStore(): SessionStore {
  const sessions = new Map<string, MemorySession>();
  const watchers = new Map<string, Set<HintQueue>>();
  let closed = false;

  const assertOpen = () => {
    if (closed)
      throw new TodoError('store_closed', 'This memory store was closed; create a new one.');
  };
  const notify = (sessionId: string) => {
    for (const watcher of watchers.get(sessionId) ?? []) watcher.push();
  };
  const sliceOf = (sessionId: string, from: number, limit: number): SessionSlice | null => {
    const session = sessions.get(sessionId);
    if (session === undefined) return null;
    const { header, lines } = session;
    const events = lines.slice(from, from + limit).map(decodeEvent);
    return { header: { ...header }, version: lines.length, events };
  };

  return {
    capabilities: Object.freeze({
      durability: 'process',
      scope: 'process',
      watch: true,
      expires: false,
    }),

    async append(sessionId, events, options) {
      assertOpen();
      checkAppendOptions(sessionId, options);
      const { expectedVersion, parentSession } = options;
      const encoded = encodeEvents(events, expectedVersion);
      const found = sessions.get(sessionId);
      const verdict = compareVersion(
        sessionId,
        options,
        found
          ? {
              ...versionOf(found),
              lastId: found.ids.at(-1),
              idsAtPlace: found.ids.slice(expectedVersion, expectedVersion + events.length),
            }
          : null,
        encoded.ids,
      );
      if (verdict === 'repeat' && found !== undefined) {
        return { ...versionOf(found), version: expectedVersion + events.length };
      }
      const session = found ?? { header: newHeader(sessionId, parentSession), lines: [], ids: [] };
      for (const line of encoded.lines) session.lines.push(line);
      for (const id of encoded.ids) session.ids.push(id);
      sessions.set(sessionId, session);
      notify(sessionId);
      return versionOf(session);
    },

    async read(sessionId, options) {
      assertOpen();
      const { fromSeq, limit } = checkReadOptions(sessionId, options);
      return sliceOf(sessionId, fromSeq, limit);
    },

    async tail(sessionId, limit, options) {
      assertOpen();
      checkTailOptions(sessionId, limit, options);
      const version = sessions.get(sessionId)?.lines.length ?? 0;
      return sliceOf(sessionId, Math.max(0, version - limit), limit);
    },

    async list(options = {}) {
      assertOpen();
      const limit = checkListOptions(options);
      const { cursor } = options;
      // In the order of the ids, so that a cursor stays right while sessions come and go.
      const ids = [...sessions.keys()]
        .filter((id) => cursor === undefined || id > cursor)
        .toSorted();
      const page = ids.slice(0, limit);
      const last = page.at(-1);
      return {
        sessions: page.map((id) => ({ id, createdAt: sessions.get(id)?.header.createdAt ?? 0 })),
        ...(last !== undefined && ids.length > limit ? { cursor: last } : {}),
      };
    },

    async delete(sessionId, options) {
      assertOpen();
      assertSessionId(sessionId);
      options?.signal?.throwIfAborted();
      if (sessions.delete(sessionId)) notify(sessionId);
    },

    watch(sessionId, { signal }) {
      assertOpen();
      assertSessionId(sessionId);
      const all = watchers.get(sessionId) ?? new Set<HintQueue>();
      const queue = createHintQueue({
        signal,
        onClose() {
          all.delete(queue);
          if (all.size === 0) watchers.delete(sessionId);
        },
      });
      if (!queue.closed) watchers.set(sessionId, all.add(queue));
      return queue;
    },

    async close() {
      closed = true;
      for (const watcher of [...watchers.values()].flatMap((all) => [...all])) watcher.close();
      sessions.clear();
    },
  };
}

function versionOf({ header, lines }: MemorySession): AppendResult {
  return { version: lines.length, uid: header.uid };
}
