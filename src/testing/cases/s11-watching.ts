import type { SessionEvent } from '../../core/event.ts';
import { check, checkEqual, within } from '../expect.ts';
import { append, asStored, checkLog, notes, SESSION } from '../samples.ts';
import type { CaseContext, CaseDefinition } from '../store-case.ts';
import { startWatching } from '../watching.ts';

/** Whether the store gives hints; where it does not, followers poll, and the cases of following hold. */
function givesHints({ store }: CaseContext): boolean {
  const { watch } = store.capabilities;
  check(!watch || store.watch !== undefined, 'capabilities.watch is true without a `watch`.');
  return watch;
}

export const watchCases: readonly CaseDefinition[] = [
  {
    rule: 'S11',
    name: 'a watcher is given a first hint at once, also for an absent session',
    async run(t) {
      givesHints(t);
      if (!t.store.watch) return;
      await append(t.store, notes(1));
      for (const sessionId of [SESSION, 'absent']) {
        const watcher = await startWatching(t, t.store, { sessionId });
        await watcher.leave();
      }
      checkEqual(await t.store.read('absent'), null, 'a session that is only watched');
    },
  },
  {
    rule: 'S11',
    name: 'a watcher is given a hint when the session is created, appended to and deleted',
    run: (t) => checkHints(t, t.store),
  },
  {
    rule: 'S11',
    name: 'a watcher is given a hint of what another instance did',
    needs: ['shares'],
    run: async (t) => checkHints(t, await t.open()),
  },
  {
    rule: 'S11',
    name: 'a watcher is given a hint of what another process did',
    needs: ['appendElsewhere'],
    async run(t) {
      if (!givesHints(t)) return;
      const watcher = await startWatching(t, t.store);
      const { space, harness } = t;
      for (let version = 0; version < 3; version += 1) {
        const hint = watcher.next();
        const options = { expectedVersion: version };
        await harness.appendElsewhere({ space, sessionId: SESSION, events: notes(1), options });
        checkEqual(await within(hint, t.settleMs, 'the hint'), true, 'a hint');
      }
      await watcher.leave();
    },
  },
  {
    rule: 'S11',
    name: 'every one of many watchers of one session and of others is given its hint',
    async run(t) {
      if (!givesHints(t)) return;
      const { store, settleMs } = t;
      const ids = ['one', 'two', 'o*', 'on?', '{one}'];
      const watchers = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          startWatching(t, store, { sessionId: ids[n % ids.length] }),
        ),
      );
      const hints = watchers.map((watcher) => watcher.next());
      for (const id of ids) await append(store, notes(1), 0, id);
      const given = await within(Promise.all(hints), settleMs, 'the hints of 20 watchers');
      checkEqual(
        given,
        given.map(() => true),
        'hints',
      );
      // Those who stay are told, whoever left.
      for (const watcher of watchers.slice(0, 15)) await watcher.leave();
      const rest = watchers.slice(15).map((watcher) => watcher.next());
      for (const id of ids) await append(store, notes(1), 1, id);
      await within(Promise.all(rest), settleMs, 'the hints of those who stayed');
      for (const watcher of watchers) await watcher.leave();
    },
  },
  {
    rule: 'S11',
    name: 'a watcher that was not listening for a while is given a hint all the same',
    async run(t) {
      if (!givesHints(t)) return;
      const watcher = await startWatching(t, t.store);
      for (let n = 0; n < 10; n += 1) await append(t.store, notes(1), n);
      checkEqual(await within(watcher.next(), t.settleMs, 'the hint'), true, 'a hint');
      await watcher.leave();
    },
  },
  {
    rule: 'S11',
    name: 'a reader that reads on each hint ends with the last event',
    async run(t) {
      if (!givesHints(t)) return;
      const { store, settleMs } = t;
      const watcher = await startWatching(t, store);
      const log: SessionEvent[] = [];
      const write = async () => {
        for (let n = 0; n < 30; n += 1) {
          const batch = notes(1 + (n % 2), `batch ${n}`);
          await append(store, batch, log.length);
          log.push(...asStored(batch, log.length));
        }
      };
      const read = async () => {
        for (let seen = 0; seen < 45;) {
          seen = (await store.tail(SESSION, 0))?.version ?? 0;
          if (seen < 45) await watcher.next();
        }
      };
      await within(Promise.all([write(), read()]), settleMs, 'reading 45 events by hints');
      await watcher.leave();
      await checkLog(store, log, 'after the writes');
    },
  },
];

async function checkHints(t: CaseContext, writer: CaseContext['store']): Promise<void> {
  if (!givesHints(t)) return;
  const watcher = await startWatching(t, t.store);
  const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['the creation of an empty session', () => append(writer, [])],
    ['the first event', () => append(writer, notes(1))],
    ['a batch', () => append(writer, notes(3), 1)],
    ['the deletion', () => writer.delete(SESSION)],
    ['the session made anew', () => append(writer, notes(1))],
  ];
  for (const [what, step] of steps) {
    const hint = watcher.next();
    await step();
    checkEqual(await within(hint, t.settleMs, `the hint of ${what}`), true, `a hint of ${what}`);
  }
  await watcher.leave();
}
