import type { SessionEvent } from '../../core/event.ts';
import { check, checkEqual, checkRefused } from '../expect.ts';
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
import type { CaseDefinition } from '../store-case.ts';

const DURABILITIES = new Set(['process', 'os', 'disk', 'server']);
const SCOPES = new Set(['process', 'machine', 'network']);

export const restartCases: readonly CaseDefinition[] = [
  {
    rule: 'S5',
    name: 'the store states what it promises, and the harness lets the suite test it',
    async run({ store, harness }) {
      const { durability, scope, watch, expires } = store.capabilities;
      check(DURABILITIES.has(durability), `Unknown durability ${String(durability)}.`);
      check(SCOPES.has(scope), `Unknown scope ${String(scope)}.`);
      checkEqual(typeof watch, 'boolean', 'the type of capabilities.watch');
      checkEqual(typeof expires, 'boolean', 'the type of capabilities.expires');
      check(
        durability === 'process' || harness.reopens,
        `The store promises durability ${durability}: set \`reopens\` in the harness.`,
      );
      check(
        scope === 'process' || harness.shares,
        `The store promises scope ${scope}: set \`shares\` in the harness.`,
      );
      check(
        !expires || harness.expire !== undefined,
        'Sessions can expire: give the harness `expire`.',
      );
    },
  },
  {
    rule: 'S5',
    name: 'what append resolved for can be read at once',
    async run({ store }) {
      const log: SessionEvent[] = [];
      for (let n = 0; n < 10; n += 1) {
        const batch = notes(1 + (n % 2), `batch ${n}`);
        const version = log.length;
        log.push(...asStored(batch, version));
        checkEqual((await append(store, batch, version)).version, log.length, 'version');
        await checkLog(store, log, 'right after the append');
      }
    },
  },
  {
    rule: 'S5',
    name: 'a known refusal left nothing',
    async run({ store }) {
      await checkRefused('a bad event', 'invalid_event', () => append(store, [note(1n)]));
      await checkRefused('a conflict', 'version_conflict', () => append(store, notes(1), 1));
      await checkAbsent(store, 'after the refusals');
      checkEqual(await listAll(store), [], 'sessions after the refusals');
    },
  },
  {
    rule: 'S5',
    name: 'sessions are there after a restart, and go on where they were',
    needs: ['reopens'],
    async run({ store, open }) {
      const head = notes(3, 'head');
      const options = { expectedVersion: 0, parentSession: 'parent' };
      const { uid } = await store.append(SESSION, head, options);
      await append(store, [], 0, 'empty');
      await append(store, notes(1), 0, 'deleted');
      await store.delete('deleted');
      const before = await store.read(SESSION);
      const empty = await store.read('empty');
      await store.close();

      const again = await open();
      checkEqual(await again.read(SESSION), before, 'the session after the restart');
      checkEqual(await again.tail(SESSION, 5), before, 'its tail after the restart');
      checkEqual(await again.read('empty'), empty, 'the empty session after the restart');
      await checkAbsent(again, 'the deleted session after the restart', 'deleted');
      const sessions = await listAll(again);
      checkEqual(sessions.map(({ id }) => id).toSorted(), ['empty', SESSION], 'list');

      await checkRefused('a stale append', 'version_conflict', () => append(again, notes(1), 2));
      checkEqual(await append(again, head), { version: 3, uid }, 'a repeat after the restart');
      const next = notes(2, 'next');
      checkEqual(
        await again.append(SESSION, next, { expectedVersion: 3, expectedUid: uid }),
        { version: 5, uid },
        'an append after the restart',
      );
      await checkLog(again, [...asStored(head), ...asStored(next, 3)], 'after the restart');
    },
  },
  {
    rule: 'S5',
    name: 'a refused append left nothing after a restart',
    needs: ['reopens'],
    async run({ store, open }) {
      const head = notes(2, 'head');
      await append(store, head);
      await checkRefused('a conflict', 'version_conflict', () => append(store, notes(2), 1));
      await checkRefused('a bad event', 'invalid_event', () => append(store, [note(1n)], 2));
      await checkRefused('a conflict elsewhere', 'version_conflict', () =>
        append(store, notes(2), 1, 'other'),
      );
      await store.close();
      const again = await open();
      await checkLog(again, asStored(head), 'after the restart');
      await checkAbsent(again, 'the session that was never created', 'other');
    },
  },
  {
    rule: 'S5',
    name: 'a session stays whole over ten restarts',
    needs: ['reopens'],
    async run({ store, open }) {
      let current = store;
      const log: SessionEvent[] = [];
      for (let n = 0; n < 10; n += 1) {
        const batch = notes(2, `before restart ${n}`);
        await append(current, batch, log.length);
        log.push(...asStored(batch, log.length));
        await current.close();
        current = await open();
      }
      await checkLog(current, log, 'after ten restarts');
    },
  },
  {
    rule: 'S5',
    name: 'a second instance sees at once what the first has resolved for',
    needs: ['shares'],
    async run({ store, open }) {
      const stores = [store, await open()] as const;
      const log: SessionEvent[] = [];
      for (let n = 0; n < 10; n += 1) {
        const [writer, reader] = n % 2 === 0 ? stores : stores.toReversed();
        check(writer !== undefined && reader !== undefined, 'There are two stores.');
        const batch = notes(1, `batch ${n}`);
        await append(writer, batch, log.length);
        log.push(...asStored(batch, log.length));
        await checkLog(reader, log, 'in the other instance');
      }
      const [first, second] = stores;
      checkEqual(await listAll(first), await listAll(second), 'list');
      await first.delete(SESSION);
      await checkAbsent(second, 'a session that the first instance deleted');
    },
  },
  {
    rule: 'S5',
    name: 'an append whose outcome was unknown is there whole or not at all after a restart',
    needs: ['loseReply', 'reopens'],
    async run({ store, space, harness, open }) {
      const batch = notes(3);
      await harness.loseReply({ store, space });
      await append(store, batch).catch(() => undefined); // rule S4 looks at what it says
      await store.close();
      const again = await open();
      const slice = await again.read(SESSION);
      check(slice === null || slice.version === 3, `Of three events ${slice?.version} are there.`);
      await append(again, batch);
      await checkLog(again, asStored(batch), 'after the repeat');
      checkEqual((await readAll(again)).version, 3, 'version');
    },
  },
];
