import { hasCode } from '../../core/errors.ts';
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
import type { CaseContext, CaseDefinition } from '../store-case.ts';

export const atomicCases: readonly CaseDefinition[] = [
  {
    rule: 'S1',
    name: 'a batch is stored whole, with `more` on all events but the last',
    async run({ store }) {
      const first = notes(3, 'first');
      const second = notes(1, 'second');
      const third = notes(2, 'third');
      checkEqual((await append(store, first)).version, 3, 'version after three events');
      checkEqual((await append(store, second, 3)).version, 4, 'version after one more');
      checkEqual((await append(store, third, 4)).version, 6, 'version after two more');
      await checkLog(
        store,
        [...asStored(first), ...asStored(second, 3), ...asStored(third, 4)],
        'after three appends',
      );
    },
  },
  {
    rule: 'S1',
    name: 'a batch with an invalid event in its middle stores nothing',
    async run({ store }) {
      const bad = [note('a'), note({ broken: undefined }), note('c')];
      await checkRefused('append to an absent session', 'invalid_event', () => append(store, bad));
      await checkAbsent(store, 'after the refused append');
      const good = notes(2);
      await append(store, good);
      await checkRefused('append to a session', 'invalid_event', () => append(store, bad, 2));
      await checkLog(store, asStored(good), 'after the refused append');
    },
  },
  {
    rule: 'S1',
    name: 'an append that is refused as a conflict stores no part of its batch',
    async run({ store }) {
      const good = notes(2);
      await append(store, good);
      await checkRefused('append at version 1', 'version_conflict', () =>
        append(store, notes(3, 'late'), 1),
      );
      await checkLog(store, asStored(good), 'after the conflict');
    },
  },
  {
    rule: 'S1',
    name: 'a batch of 300 events of a kilobyte each is stored whole',
    async run({ store }) {
      const batch = Array.from({ length: 300 }, (_, n) => note({ n, text: 'ä'.repeat(512) }));
      await append(store, batch);
      await checkLog(store, asStored(batch), 'after the batch');
    },
  },
  {
    rule: 'S1',
    name: 'a reader never sees a part of a batch',
    run: (t) => checkReadersSeeWholeBatches(t, t.store),
  },
  {
    rule: 'S1',
    name: 'a reader in another instance never sees a part of a batch',
    needs: ['shares'],
    run: async (t) => checkReadersSeeWholeBatches(t, await t.open()),
  },
  {
    rule: 'S1',
    name: 'an append whose process is killed in the middle is stored whole or not at all',
    needs: ['killedAppend', 'shares'],
    async run({ store, space, harness }) {
      const head = notes(1, 'head');
      await append(store, head);
      let log = asStored(head);
      for (let round = 0; round < 5; round += 1) {
        const batch = Array.from({ length: 20 }, (_, n) =>
          note({ round, n, pad: 'x'.repeat(4_000) }),
        );
        const options = { expectedVersion: log.length };
        await harness.killedAppend({ space, sessionId: SESSION, events: batch, options });
        const { events } = await readAll(store);
        const whole = [...log, ...asStored(batch, log.length)];
        check(
          events.length === log.length || events.length === whole.length,
          `After a killed append of 20 events to ${log.length} there are ${events.length}.`,
        );
        log = events.length === log.length ? log : whole;
        const next = notes(2, `after the kill in round ${round}`);
        await append(store, next, log.length);
        log = [...log, ...asStored(next, log.length)];
        await checkLog(store, log, 'after the next append');
      }
    },
  },
];

async function checkReadersSeeWholeBatches(
  { store }: CaseContext,
  reader: CaseContext['store'],
): Promise<void> {
  const size = 5;
  const written = new AbortController();
  const write = async () => {
    try {
      for (let n = 0; n < 20; n += 1) await append(store, notes(size), n * size);
    } finally {
      written.abort();
    }
  };
  const read = async () => {
    while (!written.signal.aborted) {
      const slice = await reader.read(SESSION).catch((error: unknown) => {
        check(!hasCode(error, 'session_damaged'), 'A reader took a write under way for damage.');
        throw error;
      });
      const tail = await reader.tail(SESSION, 3);
      checkEqual((slice?.version ?? 0) % size, 0, 'events of an unfinished batch in the version');
      checkEqual(slice?.events.length ?? 0, slice?.version ?? 0, 'the number of events read');
      checkEqual((tail?.version ?? 0) % size, 0, 'events of an unfinished batch in the tail');
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  };
  await Promise.all([write(), read()]);
}
