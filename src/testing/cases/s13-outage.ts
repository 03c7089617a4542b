import { hasCode } from '../../core/errors.ts';
import { check, checkEqual, checkRefused, rejection, sleep, within } from '../expect.ts';
import { startFollowing } from '../following.ts';
import { append, asStored, checkLog, listAll, notes, readAll, SESSION } from '../samples.ts';
import type { CaseContext, CaseDefinition } from '../store-case.ts';

export const outageCases: readonly CaseDefinition[] = [
  {
    rule: 'S13',
    name: '200 operations at once all settle in time',
    async run({ store, settleMs }) {
      const run = (n: number): Promise<unknown> => {
        const id = `session ${n % 20}`;
        if (n < 20) return append(store, notes(2), 0, id);
        if (n % 4 === 0) return store.read(id);
        if (n % 4 === 1) return store.tail(id, 1);
        return n % 4 === 2 ? store.list() : append(store, [], 0, id).catch(() => undefined);
      };
      const all = Promise.all(Array.from({ length: 200 }, (_, n) => run(n)));
      await within(all, settleMs, '200 operations');
      checkEqual((await listAll(store)).length, 20, 'sessions');
    },
  },
  {
    rule: 'S13',
    name: 'while the store is away every operation settles in time with a code that says so',
    needs: ['outage'],
    async run(t) {
      const { store } = t;
      const log = notes(3);
      await append(store, log);
      await append(store, notes(1), 0, 'other');
      await duringOutage(t, async () => {
        const away = 'store_unavailable';
        const unsure = [away, 'outcome_unknown'] as const;
        await Promise.all(
          [
            checkRefused('read', away, () => store.read(SESSION)),
            checkRefused('tail', away, () => store.tail(SESSION, 1)),
            checkRefused('list', away, () => store.list()),
            checkRefused('append', unsure, () => append(store, notes(1), 7, 'other')),
            checkRefused('delete', unsure, () => store.delete('absent')),
          ].map((refusal) => settled(t, refusal)),
        );
      });
      await recovered(t, () => store.read(SESSION));
      await checkLog(store, asStored(log), 'after the outage');
    },
  },
  {
    rule: 'S13',
    name: 'an append during an outage is told truthfully: unavailable stored nothing, unknown can be repeated',
    needs: ['outage'],
    async run(t) {
      const { store } = t;
      const head = notes(1, 'head');
      const { uid } = await append(store, head);
      const batch = notes(2, 'batch');
      let error: unknown;
      await duringOutage(t, async () => {
        error = await settled(
          t,
          rejection('append', () => append(store, batch, 1)),
        );
      });
      await recovered(t, () => store.read(SESSION));
      await sleep(50); // what a client queued while it was away would be carried out now
      const { version } = await readAll(store);
      if (hasCode(error, 'store_unavailable')) checkEqual(version, 1, 'version after the outage');
      else check(version === 1 || version === 3, `A part of a batch is stored: ${version}.`);
      checkEqual(await append(store, batch, 1), { version: 3, uid }, 'the append again');
      await checkLog(store, [...asStored(head), ...asStored(batch, 1)], 'after the repeat');
    },
  },
  {
    rule: 'S13',
    name: 'the same store works again after each of three outages',
    needs: ['outage'],
    async run(t) {
      const { store } = t;
      let version = 0;
      for (let round = 0; round < 3; round += 1) {
        await duringOutage(t, async () => {
          await settled(
            t,
            rejection('read', () => store.read(SESSION)),
          );
        });
        await recovered(t, () => store.read(SESSION));
        version = (await append(store, notes(2), version)).version;
      }
      checkEqual((await readAll(store)).version, 6, 'version after the outages');
      checkEqual((await listAll(store)).length, 1, 'sessions');
    },
  },
  {
    rule: 'S13',
    name: 'a follower waits an outage out and misses nothing',
    needs: ['outage'],
    async run(t) {
      const { store } = t;
      const follower = startFollowing({ ...t, settleMs: t.settleMs * 2 }, store, 50);
      const head = notes(2, 'head');
      await append(store, head);
      await follower.has(asStored(head), 'before the outage');
      await duringOutage(t, () => sleep(200));
      await recovered(t, () => store.read(SESSION));
      const next = notes(3, 'next');
      await append(store, next, 2);
      const all = [...asStored(head), ...asStored(next, 2)];
      await follower.has(all, 'after the outage');
      // Hints come again too: here nothing but a hint or the poll wakes the follower.
      await append(store, notes(1, 'last'), 5);
      await follower.has((await readAll(store)).events, 'at the end');
      await follower.stop();
    },
  },
  {
    rule: 'S13',
    name: 'an operation that is aborted during an outage gives up, and is told truthfully',
    needs: ['outage'],
    async run(t) {
      const { store } = t;
      await append(store, notes(1));
      const reason = new Error('given up');
      let appendError: unknown;
      await duringOutage(t, async () => {
        const controller = new AbortController();
        const { signal } = controller;
        const pending = Promise.all([
          rejection('read', () => store.read(SESSION, { signal })),
          rejection('list', () => store.list({ signal })),
          rejection('append', () =>
            store.append(SESSION, notes(1), { expectedVersion: 1, signal }),
          ),
        ]);
        setTimeout(() => controller.abort(reason), 20);
        const errors = await within(pending, t.settleMs, 'the aborted operations');
        for (const error of errors.slice(0, 2)) {
          // It may have failed before the abort.
          const isTold = error === reason || hasCode(error, 'store_unavailable');
          check(isTold, `An aborted operation was told ${String(error)}.`);
        }
        appendError = errors[2];
      });
      await recovered(t, () => store.read(SESSION));
      await sleep(50); // what a client queued while it was away would be carried out now
      const { version } = await readAll(store);
      const isSure = appendError === reason || hasCode(appendError, 'store_unavailable');
      check(
        isSure || hasCode(appendError, 'outcome_unknown'),
        `An aborted append was told ${String(appendError)}.`,
      );
      if (isSure) checkEqual(version, 1, 'version after an append that was told to have failed');
    },
  },
  {
    rule: 'S13',
    name: 'a store can be closed during an outage',
    needs: ['outage'],
    async run(t) {
      await append(t.store, notes(1));
      await duringOutage(t, () => settled(t, t.store.close()));
      await checkRefused('read', 'store_closed', () => t.store.read(SESSION));
    },
  },
];

async function duringOutage(
  { store, space, harness }: CaseContext,
  run: () => Promise<unknown>,
): Promise<void> {
  await harness.outage.begin({ store, space });
  try {
    await run();
  } finally {
    await harness.outage.end({ store, space });
  }
}

/** Waits for an operation as long as it may take, and a little more: a store may use all of its time. */
function settled<T>({ settleMs }: CaseContext, operation: Promise<T>): Promise<T> {
  return within(operation, settleMs + 1_000, 'an operation');
}

/** Waits until an operation works again: a client may need a moment to connect. */
async function recovered(t: CaseContext, run: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + t.settleMs;
  for (;;) {
    try {
      await settled(t, run());
      return;
    } catch (error) {
      if (!hasCode(error, 'store_unavailable') || Date.now() > end) throw error;
      await sleep(20);
    }
  }
}
