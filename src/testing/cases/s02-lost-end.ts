import { check, checkEqual, checkRefused } from '../expect.ts';
import { append, asStored, checkAbsent, checkLog, notes, readAll, SESSION } from '../samples.ts';
import type { CaseDefinition } from '../store-case.ts';

/** A log that lost its end and grew again has the length that a writer elsewhere remembers, and is another log. */
export const lostEndCases: readonly CaseDefinition[] = [
  {
    rule: 'S2',
    name: '`expectedLastId` is compared where it is given',
    async run({ store }) {
      const anywhere = { expectedVersion: 0, expectedLastId: 'nothing' };
      await checkRefused('append to an absent session', 'version_conflict', () =>
        store.append(SESSION, notes(1), anywhere),
      );
      await checkAbsent(store, 'after a conflict');
      const log = notes(3);
      const { uid } = await append(store, log);
      const next = notes(2, 'next');
      for (const expectedLastId of ['nothing', log[1]?.id, `${log[2]?.id}0`, '']) {
        await checkRefused(`append behind ${expectedLastId}`, 'version_conflict', () =>
          store.append(SESSION, next, { expectedVersion: 3, expectedLastId }),
        );
      }
      await checkLog(store, asStored(log), 'after the conflicts');
      const right = { expectedVersion: 3, expectedLastId: log[2]?.id };
      const wanted = { version: 5, uid };
      checkEqual(await store.append(SESSION, next, right), wanted, 'behind the right event');
      checkEqual(await store.append(SESSION, next, right), wanted, 'the same append once more');
      await checkLog(store, [...asStored(log), ...asStored(next, 3)], 'at the end');
    },
  },
  {
    rule: 'S2',
    name: 'of appends that are under way together the second is compared with the end that the first leaves',
    async run({ store }) {
      const [first, second, third] = [notes(2, 'first'), notes(1, 'second'), notes(1, 'third')];
      const outcomes = await Promise.allSettled([
        append(store, first),
        store.append(SESSION, second, { expectedVersion: 2, expectedLastId: first[1]?.id }),
        store.append(SESSION, third, { expectedVersion: 3, expectedLastId: first[1]?.id }),
      ]);
      const stored = [first, second, third].filter((_, n) => outcomes[n]?.status === 'fulfilled');
      check(!stored.includes(third), 'An append behind the wrong event was stored.');
      await checkLog(
        store,
        stored.flatMap((batch, n) => asStored(batch, n === 0 ? 0 : first.length)),
        'after the race',
      );
    },
  },
  {
    rule: 'S2',
    name: 'a session that lost its end and grew to the same length again takes no append behind the lost event',
    needs: ['rewind'],
    async run({ store, space, harness }) {
      const log = notes(4);
      for (const [seq, event] of log.entries()) await append(store, [event], seq);
      await harness.rewind({ space, sessionId: SESSION, version: 2 });
      await checkLog(
        store,
        log.slice(0, 2).flatMap((event, seq) => asStored([event], seq)),
        'cut',
      );
      const grown = notes(2, 'grown');
      const { uid } = await append(store, grown, 2);
      const stale = { expectedVersion: 4, expectedUid: uid, expectedLastId: log[3]?.id };
      await checkRefused('append behind a lost event', 'version_conflict', () =>
        store.append(SESSION, notes(1, 'late'), stale),
      );
      const { version, events } = await readAll(store);
      checkEqual(version, 4, 'the version after the conflict');
      checkEqual(events.slice(2), asStored(grown, 2), 'the events that grew again');
    },
  },
];
