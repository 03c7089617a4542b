import { hasCode, TodoError } from '../../src/core/errors.ts';
import type { SessionPage, SessionStore } from '../../src/store/session-store.ts';
import { changedIds, changedReads, type Breakage } from './breakage.ts';
import { watchOf } from './changed-hints.ts';

/** Stores that break the rules of session ids and of the answers about a session: S8 and S9. */
export const brokenSessions: readonly Breakage[] = [
  { rule: 'S8', what: 'ignores the case of ids', store: changedIds((id) => id.toLowerCase()) },
  { rule: 'S8', what: 'normalises ids', store: changedIds((id) => id.normalize('NFC')) },
  { rule: 'S8', what: 'trims ids', store: changedIds((id) => id.trim()) },
  { rule: 'S8', what: 'puts _ for /', store: changedIds((id) => id.replaceAll('/', '_')) },
  { rule: 'S8', what: 'decodes ids', store: changedIds((id) => id.replace(/%2f/giu, '/')) },
  { rule: 'S8', what: 'cuts ids at NUL', store: changedIds((id) => id.replace(/\0.*/su, '')) },
  { rule: 'S8', what: 'cuts ids at 255 units', store: changedIds((id) => id.slice(0, 255)) },
  { rule: 'S8', what: 'cuts ids by one at the end', store: changedIds((id) => id.slice(0, 511)) },
  { rule: 'S8', what: 'drops dots at the end', store: changedIds((id) => id.replace(/\.+$/u, '')) },
  {
    rule: 'S8',
    what: 'takes {x} for x',
    store: changedIds((id) => id.replace(/^\{(.+)\}$/u, '$1')),
  },
  {
    rule: 'S8',
    what: 'deletes all sessions that a pattern matches',
    store: (good) => ({
      async delete(id, options) {
        await good.delete(id, options);
        if (!id.endsWith('*')) return;
        for (const session of (await good.list({ limit: 1_000 })).sessions) {
          if (session.id.startsWith(id.slice(0, -1))) await good.delete(session.id);
        }
      },
    }),
  },
  {
    rule: 'S8',
    what: 'keeps sessions as properties of an object',
    store: changedIds((id) => (id in {} ? 'inherited' : id)),
  },
  {
    rule: 'S8',
    what: 'takes numbers for ids',
    store: (good) => ({
      read: (id, options) =>
        typeof id === 'number' ? Promise.resolve(null) : good.read(id, options),
    }),
  },
  {
    rule: 'S8',
    what: 'refuses a bad id in an error of its own',
    store: (good) => ({
      delete: (id, options) =>
        good.delete(id, options).catch((error: unknown) => {
          throw hasCode(error, 'invalid_session_id') ? new TypeError('A bad id.') : error;
        }),
    }),
  },
  {
    rule: 'S8',
    what: 'watches bad ids',
    store: (good) => ({
      watch: (id, options) => watchOf(good)(typeof id === 'string' && id ? id : 'x', options),
    }),
  },
  {
    rule: 'S8',
    what: 'watches an id by the name of its channel',
    store: (good) => ({
      watch: (id, options) =>
        watchOf(good)(typeof id === 'string' ? id.replaceAll(/[{}]/gu, '') : id, options),
    }),
  },
  {
    rule: 'S8',
    what: 'lists ids as it wrote them',
    store: changedPages((page) => ({
      ...page,
      sessions: page.sessions.map((session) => ({
        ...session,
        id: encodeURIComponent(session.id),
      })),
    })),
  },
  {
    rule: 'S8',
    what: 'lists without the time of creation',
    store: changedPages((page) => ({
      ...page,
      sessions: page.sessions.map((session) => ({ ...session, createdAt: 0 })),
    })),
  },
  {
    rule: 'S8',
    what: 'gives pages by their number, so that deletions shift them',
    store: (good) => ({ list: pagesByNumber(good) }),
  },
  {
    rule: 'S8',
    what: 'gives whole pages whatever the limit',
    store: (good) => ({ list: (options) => good.list({ ...options, limit: 1_000 }) }),
  },
  {
    rule: 'S8',
    what: 'never stops giving a cursor',
    store: changedPages((page) => ({ ...page, cursor: page.cursor ?? 'zzz' })),
  },
  {
    rule: 'S8',
    what: 'lists the last session of a page on the next one too',
    store: (good) => ({
      async list(options) {
        const page = await good.list(options);
        const last = page.sessions.at(-2)?.id;
        return page.cursor !== undefined && last !== undefined ? { ...page, cursor: last } : page;
      },
    }),
  },
  {
    rule: 'S9',
    what: 'answers an absent session with an empty one',
    store: (good) => ({
      async read(id, options) {
        const slice = await good.read(id, options);
        const header = { type: 'session', version: 1, id, uid: '', createdAt: 0 } as const;
        return slice ?? { header, version: 0, events: [] };
      },
    }),
  },
  {
    rule: 'S9',
    what: 'creates a session by reading it',
    store: (good) => ({
      async read(id, options) {
        const slice = await good.read(id, options);
        if (slice === null) await good.append(id, [], { expectedVersion: 0 });
        return slice;
      },
    }),
  },
  {
    rule: 'S9',
    what: 'answers an empty session with null',
    store: changedReads((slice) => (slice.version === 0 ? null : slice)),
  },
  {
    rule: 'S9',
    what: 'makes the uid of the id',
    store: (good) => ({
      ...changedReads((slice) => ({ ...slice, header: { ...slice.header, uid: slice.header.id } }))(
        good,
      ),
      async append(id, events, { expectedUid: _uid, ...options }) {
        return { ...(await good.append(id, events, options)), uid: id };
      },
    }),
  },
  {
    rule: 'S9',
    what: 'forgets the parent',
    store: changedReads(({ header: { parentSession: _parent, ...header }, ...slice }) => ({
      ...slice,
      header,
    })),
  },
  {
    rule: 'S9',
    what: 'takes the parent of the latest append',
    store: (good) => {
      const parents = new Map<string, string>();
      return {
        async append(id, events, options) {
          const result = await good.append(id, events, options);
          if (options.parentSession) parents.set(id, options.parentSession);
          return result;
        },
        ...changedReads((slice) => {
          const parentSession = parents.get(slice.header.id);
          return parentSession ? { ...slice, header: { ...slice.header, parentSession } } : slice;
        })(good),
      };
    },
  },
  {
    rule: 'S9',
    what: 'tells seconds as the time of creation',
    store: changedReads((slice) => ({
      ...slice,
      header: { ...slice.header, createdAt: Math.floor(slice.header.createdAt / 1_000) },
    })),
  },
  {
    rule: 'S9',
    what: 'refuses to delete what is absent',
    store: (good) => ({
      async delete(id, options) {
        if ((await good.tail(id, 0).catch(() => undefined)) === null) {
          throw new TodoError('session_not_found', 'It is absent.');
        }
        await good.delete(id, options);
      },
    }),
  },
  {
    rule: 'S9',
    what: 'deletes the events and keeps the header',
    store: (good) => ({
      async delete(id, options) {
        await good.delete(id, options);
        await good.append(id, [], { expectedVersion: 0 });
      },
    }),
  },
  {
    rule: 'S9',
    what: 'skips damaged records',
    harness: () => ({ damage: () => undefined }),
  },
  {
    rule: 'S9',
    what: 'tells of damage without its place',
    store: (good) => ({
      read: (...given) =>
        good.read(...given).catch((error: unknown) => {
          throw hasCode(error, 'session_damaged')
            ? new TodoError('session_damaged', 'It is damaged.')
            : error;
        }),
    }),
  },
  {
    rule: 'S9',
    what: 'takes a newer version for damage',
    store: (good) => ({
      tail: (...given) =>
        good.tail(...given).catch((error: unknown) => {
          throw hasCode(error, 'session_too_new')
            ? new TodoError('session_damaged', 'It is damaged.')
            : error;
        }),
    }),
  },
  {
    rule: 'S9',
    what: 'takes an expired session for an absent one',
    store: (good) => ({
      read: (...given) =>
        good.read(...given).catch((error: unknown) => {
          if (hasCode(error, 'session_expired')) return null;
          throw error;
        }),
    }),
  },
];

function changedPages(
  change: (page: SessionPage) => SessionPage,
): (good: SessionStore) => Partial<SessionStore> {
  return (good) => ({ list: async (options) => change(await good.list(options)) });
}

function pagesByNumber(good: SessionStore): SessionStore['list'] {
  return async ({ cursor = '0', limit = 100, ...options } = {}) => {
    await good.list({ ...options, limit }); // for its checks
    const { sessions } = await good.list({ limit: 1_000 });
    const start = Number(cursor);
    const end = start + limit;
    const page = { sessions: sessions.slice(start, end) };
    return end < sessions.length ? { ...page, cursor: String(end) } : page;
  };
}
