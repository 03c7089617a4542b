import { SESSION_FORMAT_VERSION } from '../../core/event.ts';
import { SessionDamagedError } from '../../core/errors.ts';
import { check, checkEqual, checkRefused } from '../expect.ts';
import {
  append,
  asStored,
  checkAbsent,
  checkLog,
  listAll,
  notes,
  readAll,
  SESSION,
} from '../samples.ts';
import type { CaseDefinition } from '../store-case.ts';

export const answerCases: readonly CaseDefinition[] = [
  {
    rule: 'S9',
    name: 'an absent session is `null`, also with a range',
    async run({ store }) {
      await checkAbsent(store, 'an absent session');
      checkEqual(await store.read(SESSION, { fromSeq: 5, limit: 2 }), null, 'a range of it');
      checkEqual(await store.tail(SESSION, 0), null, 'an empty tail of it');
      checkEqual(await listAll(store), [], 'list: reading creates nothing');
    },
  },
  {
    rule: 'S9',
    name: 'an empty session, made by an append of no events, has a header and version 0',
    async run({ store }) {
      const { version, uid } = await append(store, []);
      checkEqual(version, 0, 'version');
      const slice = await readAll(store);
      checkEqual(slice, { header: slice.header, version: 0, events: [] }, 'read');
      checkEqual(slice.header.uid, uid, 'uid');
      checkEqual(await store.tail(SESSION, 3), slice, 'tail');
      checkEqual(
        (await listAll(store)).map(({ id }) => id),
        [SESSION],
        'list',
      );
      checkEqual(await append(store, []), { version: 0, uid }, 'the same append again');
      const log = notes(1);
      checkEqual(await append(store, log), { version: 1, uid }, 'the first event');
      await checkLog(store, asStored(log), 'after the first event');
    },
  },
  {
    rule: 'S9',
    name: 'the header names the session, its uid, its time of creation and its parent',
    async run({ store }) {
      const before = Date.now();
      const child = await store.append('child', notes(1), {
        expectedVersion: 0,
        parentSession: SESSION,
      });
      const alone = await append(store, notes(1));
      const day = 86_400_000; // the clock of a server can differ, but it counts milliseconds too
      for (const [id, uid, parent] of [
        ['child', child.uid, { parentSession: SESSION }],
        [SESSION, alone.uid, {}],
      ] as const) {
        const { header } = await readAll(store, id);
        const { createdAt } = header;
        const version = SESSION_FORMAT_VERSION;
        const expected = { type: 'session', version, id, uid, createdAt, ...parent };
        checkEqual(header, expected, 'header');
        check(typeof uid === 'string' && uid.length >= 8, `A uid of ${String(uid)}.`);
        check(Number.isSafeInteger(createdAt), `createdAt is ${String(createdAt)}.`);
        check(Math.abs(createdAt - before) < day, `createdAt ${createdAt} is no time of today.`);
        checkEqual((await store.tail(id, 1))?.header, header, 'header by tail');
      }
      check(child.uid !== alone.uid, 'Two sessions have one uid.');
    },
  },
  {
    rule: 'S9',
    name: 'the header never changes, and a parent that is named later is ignored',
    async run({ store }) {
      await append(store, notes(1));
      const { header } = await readAll(store);
      await store.append(SESSION, notes(1), { expectedVersion: 1, parentSession: 'late' });
      await append(store, notes(3), 2);
      checkEqual((await readAll(store)).header, header, 'header');
    },
  },
  {
    rule: 'S9',
    name: 'a deleted session is absent, and deleting what is absent does nothing',
    async run({ store }) {
      await store.delete('never there');
      await append(store, notes(2));
      const other = notes(1);
      await append(store, other, 0, 'other');
      checkEqual(await store.delete(SESSION), undefined, 'the answer of delete');
      await store.delete(SESSION);
      await checkAbsent(store, 'a deleted session');
      checkEqual(
        (await listAll(store)).map(({ id }) => id),
        ['other'],
        'list',
      );
      await checkLog(store, asStored(other), 'another session', 'other');
    },
  },
  {
    rule: 'S9',
    name: 'a session that is made anew starts at 0 with another uid, header and log',
    async run({ store }) {
      const first = await store.append(SESSION, notes(3), {
        expectedVersion: 0,
        parentSession: 'a',
      });
      await store.delete(SESSION);
      const anew = notes(2, 'anew');
      const second = await store.append(SESSION, anew, { expectedVersion: 0, parentSession: 'b' });
      check(second.uid !== first.uid, 'A session made anew has the uid of the deleted one.');
      checkEqual(second.version, 2, 'version');
      checkEqual((await readAll(store)).header.parentSession, 'b', 'parent');
      await checkLog(store, asStored(anew), 'the session made anew');
      checkEqual((await listAll(store)).length, 1, 'sessions');
    },
  },
  {
    rule: 'S9',
    name: 'a delete and an append that are under way together leave nothing behind',
    async run({ store }) {
      for (let round = 0; round < 10; round += 1) {
        const head = await append(store, notes(1));
        const late = notes(1, 'late');
        const [appended] = await Promise.allSettled([
          append(store, late, head.version),
          store.delete(SESSION),
        ]);
        if (appended.status === 'rejected') {
          const { reason } = appended;
          await checkRefused('the append', 'version_conflict', () => Promise.reject(reason));
        }
        await checkAbsent(store, 'after both');
      }
    },
  },
  {
    rule: 'S9',
    name: 'a damaged record is reported with its place, and never skipped',
    needs: ['damage'],
    async run({ store, space, harness }) {
      const places: unknown[] = [];
      for (const seq of [1, 3]) {
        const sessionId = `damaged at ${seq}`;
        for (let n = 0; n < 6; n += 1) await append(store, notes(1), n, sessionId);
        await harness.damage({ space, sessionId, seq });
        for (let attempt = 0; attempt < 2; attempt += 1) {
          for (const [what, run] of [
            ['read', () => store.read(sessionId)],
            ['tail', () => store.tail(sessionId, 6)],
            ['read of the damaged event', () => store.read(sessionId, { fromSeq: seq, limit: 1 })],
          ] as const) {
            const error = await checkRefused(what, 'session_damaged', run);
            check(SessionDamagedError.isInstance(error), `${what}: no SessionDamagedError.`);
            checkEqual(error.sessionId, sessionId, `${what}: the session`);
            const numbers = Object.values(error.place);
            const isPlace = numbers.length > 0 && numbers.every((n) => Number.isSafeInteger(n));
            check(isPlace, `${what}: no place, but ${JSON.stringify(error.place)}.`);
            places.push(error.place);
          }
        }
      }
      const [first] = places;
      for (const place of places.slice(0, 6)) checkEqual(place, first, 'the place of one damage');
      check(JSON.stringify(first) !== JSON.stringify(places[6]), 'Two damages have one place.');
      const log = notes(2);
      await append(store, log, 0, 'healthy');
      await checkLog(store, asStored(log), 'a healthy session beside it', 'healthy');
      checkEqual((await listAll(store)).length, 3, 'listed sessions');
    },
  },
  {
    rule: 'S9',
    name: 'a session of a newer version is told as such, and left as it is',
    needs: ['makeTooNew'],
    async run({ store, space, harness, open }) {
      await append(store, notes(3));
      await harness.makeTooNew({ space, sessionId: SESSION });
      const instances = harness.reopens && harness.shares ? [store, await open()] : [store];
      for (const instance of instances) {
        for (let attempt = 0; attempt < 2; attempt += 1) {
          const code = 'session_too_new';
          await checkRefused('read', code, () => instance.read(SESSION));
          await checkRefused('tail', code, () => instance.tail(SESSION, 1));
          await checkRefused('append', code, () => append(instance, notes(1), 3));
          await checkRefused('an append of nothing', code, () => append(instance, [], 3));
        }
      }
      const log = notes(2);
      await append(store, log, 0, 'other');
      await checkLog(store, asStored(log), 'another session', 'other');
      await listAll(store); // whether it is listed is left to the store, but it must not stop the list
    },
  },
  {
    rule: 'S9',
    name: 'an expired session is told as such, and can be made anew after a delete',
    needs: ['expire'],
    async run({ store, space, harness }) {
      const { uid } = await append(store, notes(3));
      await harness.expire({ space, sessionId: SESSION });
      for (let attempt = 0; attempt < 2; attempt += 1) {
        await checkRefused('read', 'session_expired', () => store.read(SESSION));
        await checkRefused('tail', 'session_expired', () => store.tail(SESSION, 1));
        await checkRefused('append', ['session_expired', 'version_conflict'], () =>
          store.append(SESSION, notes(1), { expectedVersion: 3, expectedUid: uid }),
        );
      }
      await store.delete(SESSION);
      await checkAbsent(store, 'after the delete');
      const anew = notes(1, 'anew');
      const second = await append(store, anew);
      check(second.uid !== uid, 'A session made anew has the uid of the expired one.');
      await checkLog(store, asStored(anew), 'the session made anew');
    },
  },
];
