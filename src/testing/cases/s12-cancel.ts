import {
  check,
  checkEqual,
  checkRefused,
  eventually,
  rejection,
  sleep,
  within,
} from '../expect.ts';
import { startFollowing } from '../following.ts';
import { append, asStored, checkAbsent, checkLog, notes, SESSION } from '../samples.ts';
import type { CaseContext, CaseDefinition } from '../store-case.ts';
import { checkWatchRefused, startWatching } from '../watching.ts';

export const cancelCases: readonly CaseDefinition[] = [
  {
    rule: 'S12',
    name: 'an operation whose signal is aborted already rejects with its reason and does nothing',
    async run({ store }) {
      const log = notes(2);
      await append(store, log);
      const reason = new Error('given up');
      const signal = AbortSignal.abort(reason);
      for (const [what, run] of [
        ['append', () => store.append(SESSION, notes(1), { expectedVersion: 2, signal })],
        ['append anew', () => store.append('other', notes(1), { expectedVersion: 0, signal })],
        ['read', () => store.read(SESSION, { signal })],
        ['tail', () => store.tail(SESSION, 1, { signal })],
        ['list', () => store.list({ signal })],
        ['delete', () => store.delete(SESSION, { signal })],
      ] as const) {
        const error = await rejection(`${what} with an aborted signal`, run);
        check(error === reason, `${what}: rejected with ${String(error)} instead of the reason.`);
      }
      await checkLog(store, asStored(log), 'after the aborted operations');
      await checkAbsent(store, 'a session that was not created', 'other');
    },
  },
  {
    rule: 'S12',
    name: 'a signal that aborts after an operation changes nothing',
    async run({ store }) {
      const controller = new AbortController();
      const { signal } = controller;
      const log = notes(2);
      await store.append(SESSION, log, { expectedVersion: 0, signal });
      await store.read(SESSION, { signal });
      await store.list({ signal });
      controller.abort();
      await sleep(5);
      await checkLog(store, asStored(log), 'after the abort');
      await append(store, notes(1), 2);
    },
  },
  {
    rule: 'S12',
    name: 'an append that is aborted under way is told truthfully, and holds up nobody',
    async run({ store }) {
      const reason = new Error('given up');
      let version = 0;
      for (const waits of [0, 1, 2, 3, 5, 10]) {
        const controller = new AbortController();
        const batch = notes(3);
        const options = { expectedVersion: version, signal: controller.signal };
        const pending = Promise.allSettled([store.append(SESSION, batch, options)]);
        for (let n = 0; n < waits; n += 1) await Promise.resolve();
        controller.abort(reason);
        const [outcome] = await pending;
        await sleep(5); // what was sent is carried out
        const found = (await store.tail(SESSION, 0))?.version ?? 0;
        if (outcome.status === 'fulfilled') {
          checkEqual(found, version + 3, 'version after an append that resolved');
        } else if (outcome.reason === reason) {
          checkEqual(found, version, 'version after an append that rejected with the reason');
        } else {
          await checkRefused('the append', 'outcome_unknown', () => Promise.reject(outcome.reason));
        }
        const again = await append(store, batch, version);
        checkEqual(again.version, version + 3, 'version after the append was repeated');
        ({ version } = again);
      }
      checkEqual((await store.read(SESSION))?.version, version, 'version at the end');
    },
  },
  {
    rule: 'S12',
    name: 'a watcher ends when its signal aborts, also while it waits',
    async run(t) {
      if (!t.store.watch) return;
      const controller = new AbortController();
      const watcher = await startWatching(t, t.store, { signal: controller.signal });
      const end = watcher.end();
      await sleep(5);
      controller.abort();
      await within(end, t.settleMs, 'the end of a watcher');
      checkEqual(await watcher.next(), false, 'a hint after the end');
      const aborted = t.store.watch(SESSION, { signal: AbortSignal.abort() });
      const first = await within(
        aborted[Symbol.asyncIterator]().next(),
        t.settleMs,
        'a watcher whose signal is aborted already',
      );
      checkEqual(first.done, true, 'whether a watcher with an aborted signal ends at once');
    },
  },
  {
    rule: 'S12',
    name: 'a watcher ends when its reader leaves, also while it waits',
    async run(t) {
      if (!t.store.watch) return;
      const watcher = await startWatching(t, t.store);
      const end = watcher.end();
      await sleep(5);
      await watcher.leave();
      await within(end, t.settleMs, 'the end of a watcher');
      checkEqual(await watcher.next(), false, 'a hint after the end');
      for await (const _ of t.store.watch(SESSION, {})) break;
      await append(t.store, notes(1));
    },
  },
  {
    rule: 'S12',
    name: 'closing the store ends its watchers and followers',
    async run(t) {
      const { store, settleMs } = t;
      await append(store, notes(1));
      const follower = startFollowing(t, store, 50);
      await eventually(() => follower.events.length > 0, settleMs);
      const watcher = store.watch ? await startWatching(t, store) : undefined;
      const end = watcher?.end();
      await sleep(5);
      await within(store.close(), settleMs, 'close');
      if (end) await within(end, settleMs, 'the end of a watcher');
      await checkRefused('the follower', 'store_closed', () =>
        within(follower.ended, settleMs, 'the end of a follower'),
      );
    },
  },
  {
    rule: 'S12',
    name: 'a closed store refuses every operation, and can be closed again',
    async run({ store }) {
      await append(store, notes(1));
      await store.close();
      const code = 'store_closed';
      await checkRefused('append', code, () => append(store, notes(1), 1));
      await checkRefused('read', code, () => store.read(SESSION));
      await checkRefused('tail', code, () => store.tail(SESSION, 1));
      await checkRefused('list', code, () => store.list());
      await checkRefused('delete', code, () => store.delete(SESSION));
      await checkWatchRefused(store, SESSION, code, 'watch');
      await store.close();
    },
  },
  {
    rule: 'S12',
    name: 'an append that is under way when the store is closed settles, stored whole or not at all',
    async run({ store, settleMs }) {
      const pending = Promise.allSettled(
        Array.from({ length: 5 }, (_, n) => append(store, notes(2), 0, `session ${n}`)),
      );
      await within(store.close(), settleMs, 'close');
      const outcomes = await within(pending, settleMs, 'the appends');
      for (const outcome of outcomes) {
        if (outcome.status === 'fulfilled') checkEqual(outcome.value.version, 2, 'version');
        else {
          await checkRefused('an append', ['store_closed', 'outcome_unknown'], () =>
            Promise.reject(outcome.reason),
          );
        }
      }
    },
  },
  {
    rule: 'S12',
    name: 'closing one instance leaves the other at work',
    needs: ['shares'],
    async run(t) {
      const { store } = t;
      const other = await t.open();
      const follower = startFollowing(t, other, 50);
      const log = notes(2);
      await append(store, log);
      await store.close();
      const next = notes(1, 'next');
      await append(other, next, 2);
      const all = [...asStored(log), ...asStored(next, 2)];
      await checkLog(other, all, 'in the other instance');
      await follower.has(all, 'its follower');
      await follower.stop();
    },
  },
  {
    rule: 'S12',
    name: 'watchers that left and operations that ended leave no handle behind',
    needs: ['countHandles'],
    async run(t) {
      const count = () => t.harness.countHandles(t.space);
      await useForAWhile(t, t.store);
      const before = await count(); // what a store keeps for its next watcher is there by now
      await useForAWhile(t, t.store);
      await useForAWhile(t, t.store);
      await checkCount(count, before, t.settleMs);
    },
  },
  {
    rule: 'S12',
    name: 'a closed store leaves no handle behind',
    needs: ['countHandles'],
    async run(t) {
      const count = () => t.harness.countHandles(t.space);
      await t.store.close();
      const before = await count();
      for (let round = 0; round < 3; round += 1) {
        const store = await t.open();
        await useForAWhile(t, store);
        if (store.watch) await startWatching(t, store); // left to `close`
        await store.close();
      }
      await checkCount(count, before, t.settleMs);
    },
  },
];

async function useForAWhile(t: CaseContext, store: CaseContext['store']): Promise<void> {
  const version = (await store.tail(SESSION, 0))?.version ?? 0;
  const controller = new AbortController();
  const { signal } = controller;
  const watchers = store.watch
    ? await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          startWatching(t, store, { signal: n % 2 === 0 ? signal : undefined }),
        ),
      )
    : [];
  const follower = startFollowing(t, store, 50);
  await store.append(SESSION, notes(1), { expectedVersion: version, signal });
  await store.read(SESSION, { signal });
  await eventually(() => follower.events.length > 0, t.settleMs);
  controller.abort();
  for (const watcher of watchers) await watcher.leave();
  await follower.stop();
}

async function checkCount(
  count: () => number | Promise<number>,
  wanted: number,
  settleMs: number,
): Promise<void> {
  const end = Date.now() + settleMs;
  let found = await count();
  while (found > wanted && Date.now() < end) {
    await sleep(20);
    found = await count();
  }
  check(found <= wanted, `${found} handles are left, wanted at most ${wanted}.`);
}
