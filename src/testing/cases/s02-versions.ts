import { hasCode, VersionConflictError } from '../../core/errors.ts';
import type { AppendResult, SessionStore } from '../../store/session-store.ts';
import { check, checkEqual, checkRefused } from '../expect.ts';
import {
  append,
  asStored,
  checkAbsent,
  checkLog,
  note,
  notes,
  readAll,
  SESSION,
} from '../samples.ts';
import type { CaseDefinition } from '../store-case.ts';

export const versionCases: readonly CaseDefinition[] = [
  {
    rule: 'S2',
    name: 'an append at another version is a conflict that names both versions',
    async run({ store }) {
      await checkConflict(store, { expected: 1, actual: 0 });
      await checkAbsent(store, 'after a conflict');
      const log = notes(3);
      await append(store, log);
      for (const expected of [0, 1, 2, 4, 1_000])
        await checkConflict(store, { expected, actual: 3 });
      await checkLog(store, asStored(log), 'after the conflicts');
    },
  },
  {
    rule: 'S2',
    name: 'an append of no events compares the version too',
    async run({ store }) {
      const { uid } = await append(store, notes(2));
      checkEqual(
        await append(store, [], 2),
        { version: 2, uid },
        'the answer at the right version',
      );
      await checkConflict(store, { expected: 1, actual: 2 }, []);
      await checkConflict(store, { expected: 3, actual: 2 }, []);
    },
  },
  {
    rule: 'S2',
    name: '`expectedUid` is compared where it is given',
    async run({ store }) {
      const conflict = await checkRefused('append to an absent session', 'version_conflict', () =>
        store.append(SESSION, notes(1), { expectedVersion: 0, expectedUid: 'nobody' }),
      );
      checkEqual(fieldsOf(conflict), { sessionId: SESSION, expected: 0, actual: 0 }, 'conflict');
      await checkAbsent(store, 'after a conflict');
      const { uid } = await append(store, notes(1));
      checkEqual(
        await store.append(SESSION, notes(1), { expectedVersion: 1, expectedUid: uid }),
        { version: 2, uid },
        'an append with the right uid',
      );
      const wrong = await checkRefused('append with a wrong uid', 'version_conflict', () =>
        store.append(SESSION, notes(1), { expectedVersion: 2, expectedUid: `${uid}0` }),
      );
      checkEqual(fieldsOf(wrong), { sessionId: SESSION, expected: 2, actual: 2 }, 'conflict');
      checkEqual((await readAll(store)).version, 2, 'version after the conflict');
    },
  },
  {
    rule: 'S2',
    name: '`expectedUid` refuses a session that was deleted, or deleted and made anew',
    async run({ store }) {
      const { uid } = await append(store, notes(2));
      const late = (expectedVersion: number) => () =>
        store.append(SESSION, notes(1, 'late'), { expectedVersion, expectedUid: uid });
      await store.delete(SESSION);
      await checkRefused('append to a deleted session', 'version_conflict', late(2));
      await checkRefused('append at 0 to a deleted session', 'version_conflict', late(0));
      await checkAbsent(store, 'after the conflicts');
      const anew = notes(2, 'anew');
      await append(store, anew);
      await checkRefused('append to a session made anew', 'version_conflict', late(2));
      await checkLog(store, asStored(anew), 'after the conflict');
    },
  },
  {
    rule: 'S2',
    name: 'of 20 appends at one version that are under way together exactly one wins',
    async run({ store }) {
      let log = asStored([]);
      for (let round = 0; round < 5; round += 1) {
        log = await checkOneWins([store], log);
      }
      await checkLog(store, log, 'after the race');
    },
  },
  {
    rule: 'S2',
    name: 'of 20 appends at one version through two instances exactly one wins',
    needs: ['shares'],
    async run({ store, open }) {
      const stores = [store, await open()];
      let log = asStored([]);
      for (let round = 0; round < 5; round += 1) log = await checkOneWins(stores, log);
      for (const each of stores) await checkLog(each, log, 'after the race');
    },
  },
  {
    rule: 'S2',
    name: 'of appends that create one session together the winner writes its header',
    async run({ store }) {
      const parents = Array.from({ length: 10 }, (_, n) => `parent ${n}`);
      const outcomes = await Promise.allSettled(
        parents.map((parentSession) =>
          store.append(SESSION, notes(1, parentSession), { expectedVersion: 0, parentSession }),
        ),
      );
      const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
      const { header, events } = await readAll(store);
      checkEqual(header.parentSession, parents[winner], 'the parent in the header');
      checkEqual(events[0]?.data, { label: parents[winner], n: 0 }, 'the event');
    },
  },
  {
    rule: 'S2',
    name: 'many writers that retry on a conflict lose nothing',
    run: ({ store, writers }) => checkNothingLost([store], writers),
  },
  {
    rule: 'S2',
    name: 'many writers in two instances that retry on a conflict lose nothing',
    needs: ['shares'],
    run: async ({ store, open, writers }) => checkNothingLost([store, await open()], writers),
  },
  {
    rule: 'S2',
    name: 'another process and this one append in turn and refuse each other’s stale versions',
    needs: ['appendElsewhere'],
    async run({ store, space, harness }) {
      const elsewhere = (expectedVersion: number, events = notes(1, 'elsewhere')) =>
        harness.appendElsewhere({
          space,
          sessionId: SESSION,
          events,
          options: { expectedVersion },
        });
      const { uid } = await append(store, notes(1));
      checkEqual(await elsewhere(0), null, 'a stale append of the other process');
      checkEqual(await elsewhere(1), { version: 2, uid }, 'an append of the other process');
      await checkConflict(store, { expected: 1, actual: 2 });
      await append(store, notes(1), 2);
      checkEqual(await elsewhere(3), { version: 4, uid }, 'one more of the other process');
      checkEqual((await readAll(store)).version, 4, 'version');
    },
  },
  {
    rule: 'S2',
    name: 'of appends at one version from this and another process exactly one wins',
    needs: ['appendElsewhere'],
    async run({ store, space, harness }) {
      for (let version = 0; version < 5; version += 1) {
        const options = { expectedVersion: version };
        const mine = [note('mine')];
        const theirs = [note('theirs')];
        const race = [
          append(store, mine, version).then(
            () => true,
            (error: unknown) => {
              if (hasCode(error, 'version_conflict')) return false;
              throw error;
            },
          ),
          harness
            .appendElsewhere({ space, sessionId: SESSION, events: theirs, options })
            .then((result) => result !== null),
        ];
        const won = await Promise.all(race);
        checkEqual(won.filter(Boolean).length, 1, 'winners of two appends at one version');
        const slice = await store.read(SESSION, { fromSeq: version });
        checkEqual(slice?.events, asStored(won[0] ? mine : theirs, version), 'what is stored');
      }
    },
  },
  {
    rule: 'S2',
    name: 'an `expectedVersion` that is no whole number from 0 on is refused',
    async run({ store }) {
      const bad: unknown[] = [-1, 0.5, Number.NaN, Infinity, '0', null, undefined, 2 ** 53];
      for (const expectedVersion of bad) {
        await checkRefused(`expectedVersion ${String(expectedVersion)}`, 'invalid_option', () =>
          // The cast: JavaScript callers can pass anything.
          store.append(SESSION, notes(1), { expectedVersion: expectedVersion as number }),
        );
      }
      await checkAbsent(store, 'after the refusals');
    },
  },
];

function fieldsOf(error: unknown): unknown {
  check(VersionConflictError.isInstance(error), 'A conflict is no VersionConflictError.');
  const { sessionId, expected, actual } = error;
  return { sessionId, expected, actual };
}

async function checkConflict(
  store: SessionStore,
  { expected, actual }: { readonly expected: number; readonly actual: number },
  events = notes(1, 'late'),
): Promise<void> {
  const error = await checkRefused(`append at version ${expected}`, 'version_conflict', () =>
    append(store, events, expected),
  );
  checkEqual(fieldsOf(error), { sessionId: SESSION, expected, actual }, 'conflict');
}

async function checkOneWins(
  stores: readonly SessionStore[],
  log: ReturnType<typeof asStored>,
): Promise<ReturnType<typeof asStored>> {
  const batches = Array.from({ length: 20 }, (_, n) => notes(1 + (n % 3), `writer ${n}`));
  const outcomes = await Promise.allSettled(
    batches.map((batch, n) => append(stores[n % stores.length] as SessionStore, batch, log.length)),
  );
  const winners = batches.filter((_, n) => outcomes[n]?.status === 'fulfilled');
  checkEqual(winners.length, 1, 'winners of 20 appends at one version');
  const whole = [...log, ...asStored(winners.flat(), log.length)];
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') {
      checkEqual(outcome.value.version, whole.length, 'the version that the winner was told');
    } else {
      const wanted = { sessionId: SESSION, expected: log.length, actual: whole.length };
      checkEqual(fieldsOf(outcome.reason), wanted, 'what a loser was told');
    }
  }
  return whole;
}

async function checkNothingLost(stores: readonly SessionStore[], writers: number): Promise<void> {
  const write = async (n: number): Promise<AppendResult> => {
    const event = note({ writer: n });
    for (let version = 0; ;) {
      try {
        return await append(stores[n % stores.length] as SessionStore, [event], version);
      } catch (error) {
        if (!VersionConflictError.isInstance(error)) throw error;
        check(error.actual > version, 'A conflict at the version that was expected.');
        version = error.actual;
      }
    }
  };
  const results = await Promise.all(Array.from({ length: writers }, (_, n) => write(n)));
  const { version, events } = await readAll(stores[0] as SessionStore);
  checkEqual(version, writers, 'version after the race');
  results.forEach((result, n) => {
    const event = events[result.version - 1];
    checkEqual(event?.data, { writer: n }, `the event at the seq that writer ${n} was told`);
  });
}
