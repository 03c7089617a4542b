import { checkEqual, checkRefused, show, within } from '../expect.ts';
import { BAD_IDS, HOSTILE_IDS, randomIds } from '../id-samples.ts';
import {
  append,
  asStored,
  checkAbsent,
  checkLog,
  listAll,
  note,
  notes,
  readAll,
  SESSION,
} from '../samples.ts';
import type { CaseContext, CaseDefinition } from '../store-case.ts';
import { checkWatchRefused, startWatching } from '../watching.ts';

export const sessionIdCases: readonly CaseDefinition[] = [
  {
    rule: 'S8',
    name: 'ids that file systems and key spaces confuse name sessions of their own',
    run: ({ store }) => checkIndependent(store, HOSTILE_IDS),
  },
  {
    rule: 'S8',
    name: '60 random ids of odd characters name sessions of their own',
    run: ({ store }) => checkIndependent(store, randomIds(60)),
  },
  {
    rule: 'S8',
    name: 'sessions with such ids are there after a restart, under their ids',
    needs: ['reopens'],
    async run({ store, open }) {
      for (const id of HOSTILE_IDS) await append(store, [note({ id })], 0, id);
      await store.close();
      const again = await open();
      for (const id of HOSTILE_IDS) {
        const slice = await readAll(again, id);
        checkEqual(slice.header.id, id, 'the id in the header');
        checkEqual(slice.events[0]?.data, { id }, `the event of ${show(id)}`);
      }
      checkEqual(await idsOf(again), HOSTILE_IDS.toSorted(), 'list after the restart');
    },
  },
  {
    rule: 'S8',
    name: 'appends to many sessions at once do not mix',
    async run({ store }) {
      const ids = HOSTILE_IDS.slice(0, 40);
      const logs = ids.map((id) => [note({ id, n: 0 }), note({ id, n: 1 }), note({ id, n: 2 })]);
      await Promise.all(
        ids.map(async (id, n) => {
          for (const [seq, event] of (logs[n] ?? []).entries()) {
            await append(store, [event], seq, id);
          }
        }),
      );
      for (const [n, id] of ids.entries()) {
        const expected = (logs[n] ?? []).flatMap((event, seq) => asStored([event], seq));
        await checkLog(store, expected, `the session ${show(id)}`, id);
      }
    },
  },
  {
    rule: 'S8',
    name: 'a watcher of a session with such an id is given its hints',
    async run(t) {
      const { store, settleMs } = t;
      if (!store.watch || !store.capabilities.watch) return;
      for (const sessionId of HOSTILE_IDS) {
        const watcher = await startWatching(t, store, { sessionId });
        const hint = watcher.next();
        await append(store, notes(1), 0, sessionId);
        checkEqual(await within(hint, settleMs, `the hint of ${show(sessionId)}`), true, 'a hint');
        await watcher.leave();
      }
    },
  },
  {
    rule: 'S8',
    name: 'what is no session id is refused by every operation',
    async run({ store }) {
      for (const bad of BAD_IDS) {
        const id = bad as string; // JavaScript callers can pass anything
        const what = `with the id ${show(bad)}`;
        const code = 'invalid_session_id';
        await checkRefused(`append ${what}`, code, () =>
          store.append(id, notes(1), { expectedVersion: 0 }),
        );
        await checkRefused(`read ${what}`, code, () => store.read(id));
        await checkRefused(`tail ${what}`, code, () => store.tail(id, 1));
        await checkRefused(`delete ${what}`, code, () => store.delete(id));
        await checkWatchRefused(store, id, code, `watch ${what}`);
        if (bad !== undefined) {
          await checkRefused(`append ${what} as the parent`, code, () =>
            store.append(SESSION, notes(1), { expectedVersion: 0, parentSession: id }),
          );
        }
      }
      await checkAbsent(store, 'after the refusals');
      checkEqual(await idsOf(store), [], 'list after the refusals');
    },
  },
  {
    rule: 'S8',
    name: 'the list of an empty store is empty, and has an end',
    async run({ store }) {
      for (const limit of [1, 1_000, undefined])
        checkEqual(await listAll(store, limit), [], 'list');
    },
  },
  {
    rule: 'S8',
    name: 'list gives each session once with its id and time of creation, page by page',
    async run({ store }) {
      const ids = HOSTILE_IDS.slice(0, 25);
      for (const id of ids) await append(store, notes(2), 0, id);
      await append(store, notes(1), 0, 'deleted');
      await store.delete('deleted');
      const created: unknown[] = [];
      for (const id of ids.toSorted()) {
        created.push({ id, createdAt: (await readAll(store, id)).header.createdAt });
      }
      for (const limit of [1, 2, 7, 25, 26, 1_000, undefined]) {
        const sessions = await listAll(store, limit);
        const sorted = sessions.toSorted((a, b) => (a.id < b.id ? -1 : 1));
        checkEqual(sorted, created, `pages of ${limit ?? 'the default size'}`);
      }
    },
  },
  {
    rule: 'S8',
    name: 'sessions that are deleted or created between two pages disturb no other',
    async run({ store }) {
      const ids = Array.from({ length: 30 }, (_, n) => `session ${n}`);
      for (const id of ids) await append(store, notes(1), 0, id);
      for (const limit of [1, 4]) {
        const doomed = ids.filter((id) => !isKept(id));
        const sessions = await listAll(store, limit, async (page) => {
          const id = doomed[page];
          if (id === undefined) return;
          await store.delete(id);
          await append(store, notes(1), 0, `new ${limit}/${page}`);
        });
        const seen = sessions.map(({ id }) => id).filter((id) => ids.includes(id) && isKept(id));
        checkEqual(seen.toSorted(), ids.filter(isKept).toSorted(), 'sessions that stayed');
        for (const id of doomed) {
          await store.delete(id);
          await append(store, notes(1), 0, id);
        }
      }
    },
  },
  {
    rule: 'S8',
    name: 'a page of fewer than 1 or more than 1,000 sessions is refused',
    async run({ store }) {
      for (const bad of [0, -1, 1.5, Number.NaN, 1_001, '5', null] as unknown[]) {
        await checkRefused(
          `a page of ${String(bad)}`,
          'invalid_option',
          () => store.list({ limit: bad as number }), // JavaScript callers can pass anything
        );
      }
    },
  },
];

const isKept = (id: string) => Number(id.slice('session '.length)) % 3 !== 0;

async function idsOf(store: CaseContext['store']): Promise<string[]> {
  return (await listAll(store)).map(({ id }) => id).toSorted();
}

async function checkIndependent(
  store: CaseContext['store'],
  ids: readonly string[],
): Promise<void> {
  const logs = new Map(ids.map((id, n) => [id, notes(1 + (n % 2), id)]));
  const sessions = new Set<string>();
  for (const [id, events] of logs) {
    await checkAbsent(store, `the session ${show(id)} before it is created`, id);
    sessions.add((await append(store, events, 0, id)).uid);
  }
  checkEqual(sessions.size, ids.length, 'different uids');
  const checkOne = async (id: string) => {
    const expected = asStored(logs.get(id) ?? []);
    await checkLog(store, expected, `the session ${show(id)}`, id);
    const tail = await store.tail(id, 1);
    checkEqual(tail?.header.id, id, 'the id in the header');
    checkEqual(tail?.events, expected.slice(-1), `the tail of ${show(id)}`);
  };
  for (const id of ids) await checkOne(id);
  checkEqual(await idsOf(store), ids.toSorted(), 'list');

  const deleted = ids.filter((_, n) => n % 2 === 0);
  const kept = ids.filter((_, n) => n % 2 === 1);
  for (const id of deleted) await store.delete(id);
  for (const id of deleted) await checkAbsent(store, `the deleted session ${show(id)}`, id);
  for (const id of kept) await checkOne(id);
  checkEqual(await idsOf(store), kept.toSorted(), 'list after the deletions');
}
