import type { SessionEvent } from '../../core/event.ts';
import { hasCode } from '../../core/errors.ts';
import { check, checkEqual, checkRefused } from '../expect.ts';
import { append, asStored, checkLog, note, notes, SESSION } from '../samples.ts';
import type { CaseDefinition } from '../store-case.ts';

export const repeatCases: readonly CaseDefinition[] = [
  {
    rule: 'S4',
    name: 'an append that is repeated gives the same answer and is stored once',
    async run({ store }) {
      for (const size of [1, 3]) {
        const sessionId = `batch of ${size}`;
        const batch = notes(size);
        const first = await append(store, batch, 0, sessionId);
        for (let n = 0; n < 3; n += 1) {
          checkEqual(await append(store, batch, 0, sessionId), first, 'the answer to a repeat');
        }
        const withUid = { expectedVersion: 0, expectedUid: first.uid };
        checkEqual(await store.append(sessionId, batch, withUid), first, 'a repeat with the uid');
        await checkLog(store, asStored(batch), 'after the repeats', sessionId);
      }
    },
  },
  {
    rule: 'S4',
    name: 'an append can be repeated when others have appended since',
    async run({ store }) {
      const head = notes(1, 'head');
      const batch = notes(2, 'batch');
      const others = notes(3, 'others');
      await append(store, head);
      const first = await append(store, batch, 1);
      await append(store, others, 3);
      checkEqual(await append(store, batch, 1), first, 'the answer to a repeat');
      const log = [...asStored(head), ...asStored(batch, 1), ...asStored(others, 3)];
      await checkLog(store, log, 'after the repeat');
    },
  },
  {
    rule: 'S4',
    name: 'the same append many times at once is stored once, with one answer',
    async run({ store }) {
      const batch = notes(2);
      const answers = await Promise.all(Array.from({ length: 10 }, () => append(store, batch)));
      for (const answer of answers) checkEqual(answer, answers[0], 'answers');
      await checkLog(store, asStored(batch), 'after the repeats');
    },
  },
  {
    rule: 'S4',
    name: 'the same append through two instances at once is stored once, with one answer',
    needs: ['shares'],
    async run({ store, open }) {
      const batch = notes(2);
      const [a, b] = await Promise.all([append(store, batch), append(await open(), batch)]);
      checkEqual(a, b, 'answers');
      await checkLog(store, asStored(batch), 'after the repeat');
    },
  },
  {
    rule: 'S4',
    name: 'the same ids at another place are a conflict',
    async run({ store }) {
      const log = notes(4);
      await append(store, log);
      for (const [events, version] of [
        [log.slice(0, 2), 1],
        [log.slice(0, 2), 2],
        [log.slice(1, 3), 0],
        [log.toReversed(), 0],
      ] as const) {
        await checkRefused(`known ids at version ${version}`, 'version_conflict', () =>
          append(store, events, version),
        );
      }
      await checkLog(store, asStored(log), 'after the conflicts');
    },
  },
  {
    rule: 'S4',
    name: 'ids of which only some are stored at the place are a conflict',
    async run({ store }) {
      const log = notes(3);
      const [a, b, c] = [log.slice(0, 1), log.slice(1, 2), log.slice(2)];
      await append(store, log);
      for (const events of [
        [...a, note('other')],
        [note('other'), ...b],
        [...a, ...b, ...c, note('one more')],
        [...a, ...c],
      ]) {
        await checkRefused('a batch that is stored in part', 'version_conflict', () =>
          append(store, events),
        );
      }
      await checkLog(store, asStored(log), 'after the conflicts');
    },
  },
  {
    rule: 'S4',
    name: 'events without ids are never taken for a repeat',
    async run({ store }) {
      const anonymous = { time: 1, type: 'test/note', data: 'the same' };
      await append(store, [anonymous]);
      await checkRefused('equal events without ids', 'version_conflict', () =>
        append(store, [anonymous]),
      );
      await append(store, [anonymous], 1);
      const named = note('named');
      await append(store, [named, anonymous], 2);
      await checkRefused('a batch that has ids in part', 'version_conflict', () =>
        append(store, [named, anonymous], 2),
      );
      const log = [anonymous, anonymous].flatMap((event, n) => asStored([event], n));
      await checkLog(store, [...log, ...asStored([named, anonymous], 2)], 'after the conflicts');
    },
  },
  {
    rule: 'S4',
    name: 'an append that created the session can be repeated, and one of a deleted session with its uid cannot',
    async run({ store }) {
      const batch = notes(1);
      const options = { expectedVersion: 0, parentSession: 'parent' };
      const first = await store.append(SESSION, batch, options);
      checkEqual(await store.append(SESSION, batch, options), first, 'the answer to a repeat');
      await store.delete(SESSION);
      await checkRefused('a repeat after the deletion', 'version_conflict', () =>
        store.append(SESSION, batch, { ...options, expectedUid: first.uid }),
      );
    },
  },
  {
    rule: 'S4',
    name: 'an append that lost its reply resolves or says that its outcome is unknown, and can be repeated',
    needs: ['loseReply'],
    async run({ store, space, harness }) {
      const log: SessionEvent[] = [];
      for (let round = 0; round < 3; round += 1) {
        const batch = notes(2, `round ${round}`);
        const version = log.length;
        log.push(...asStored(batch, version));
        await harness.loseReply({ store, space });
        const lost = await append(store, batch, version).catch((error: unknown) => {
          check(hasCode(error, 'outcome_unknown'), `A lost reply was told as ${String(error)}.`);
          return null;
        });
        const repeated = await append(store, batch, version);
        checkEqual(repeated.version, version + 2, 'the version that the repeat was told');
        if (lost !== null) checkEqual(lost, repeated, 'both answers');
        await checkLog(store, log, 'after the repeat');
      }
    },
  },
  {
    rule: 'S4',
    name: 'a lost reply to events without ids is never told as a conflict',
    needs: ['loseReply'],
    async run({ store, space, harness }) {
      const anonymous = { time: 1, type: 'test/note', data: 'the same' };
      await harness.loseReply({ store, space });
      await append(store, [anonymous]).catch((error: unknown) => {
        check(hasCode(error, 'outcome_unknown'), `A lost reply was told as ${String(error)}.`);
      });
      await checkLog(store, asStored([anonymous]), 'after the lost reply');
    },
  },
];
