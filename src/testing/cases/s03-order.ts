import { check, checkEqual, checkRefused } from '../expect.ts';
import { append, asStored, note, notes, readAll, SESSION } from '../samples.ts';
import type { CaseDefinition } from '../store-case.ts';

const LENGTH = 10;

export const orderCases: readonly CaseDefinition[] = [
  {
    rule: 'S3',
    name: 'seq counts from 0 without gaps, in the order of the appends',
    async run({ store }) {
      let version = 0;
      for (const size of [1, 3, 1, 2, 5]) {
        ({ version } = await append(store, notes(size, `batch of ${size}`), version));
      }
      const { events } = await readAll(store);
      checkEqual(
        events.map((event) => event.seq),
        Array.from({ length: 12 }, (_, n) => n),
        'seqs',
      );
    },
  },
  {
    rule: 'S3',
    name: 'the order does not follow the time of the events',
    async run({ store }) {
      const times = [1_000, 1_000, 990, 0, 5_000, 2.5];
      const batch = times.map((time, n) => note({ n }, { time }));
      await append(store, batch.slice(0, 3));
      await append(store, batch.slice(3), 3);
      const { events } = await readAll(store);
      checkEqual(
        events.map((event) => event.time),
        times,
        'times in the order of the log',
      );
    },
  },
  {
    rule: 'S3',
    name: 'a range is read by `fromSeq` and `limit`, with the version of the whole session',
    async run({ store }) {
      const log = asStored(notes(LENGTH));
      await append(
        store,
        log.slice(0, LENGTH).map(({ seq: _seq, more: _more, ...event }) => event),
      );
      for (let fromSeq = 0; fromSeq <= LENGTH + 2; fromSeq += 1) {
        for (const limit of [undefined, 0, 1, 3, LENGTH, LENGTH + 5, Number.MAX_SAFE_INTEGER]) {
          const slice = await store.read(SESSION, { fromSeq, limit });
          const what = `fromSeq ${fromSeq}, limit ${limit ?? 'not given'}`;
          check(slice !== null, `${what}: null`);
          checkEqual(slice.version, LENGTH, `${what}: version`);
          const expected = log.slice(fromSeq, limit === undefined ? undefined : fromSeq + limit);
          checkEqual(slice.events, expected, `${what}: events`);
        }
      }
      const far = await store.read(SESSION, { fromSeq: Number.MAX_SAFE_INTEGER });
      checkEqual(far?.events, [], 'events past the end');
    },
  },
  {
    rule: 'S3',
    name: 'a tail gives the last events, at most as many as there are',
    async run({ store }) {
      const log = notes(LENGTH);
      await append(store, log);
      const { header } = await readAll(store);
      for (const limit of [0, 1, 2, LENGTH - 1, LENGTH, LENGTH + 1, Number.MAX_SAFE_INTEGER]) {
        checkEqual(
          await store.tail(SESSION, limit),
          { header, version: LENGTH, events: asStored(log).slice(Math.max(0, LENGTH - limit)) },
          `tail of ${limit}`,
        );
      }
    },
  },
  {
    rule: 'S3',
    name: 'a log that was read in pages equals the log that was read at once',
    async run({ store }) {
      for (let n = 0; n < 5; n += 1) await append(store, notes(7), n * 7);
      const { events } = await readAll(store);
      for (const limit of [1, 4, 7, 35]) {
        const pages = [];
        for (let fromSeq = 0; fromSeq < events.length; fromSeq += limit) {
          pages.push((await store.read(SESSION, { fromSeq, limit }))?.events ?? []);
        }
        checkEqual(pages.flat(), events, `pages of ${limit}`);
      }
    },
  },
  {
    rule: 'S3',
    name: 'a `seq` or `more` that an event brings along does not change the numbering',
    async run({ store }) {
      await append(store, notes(2));
      // A store may refuse such an event or number it itself, but never store it as it came.
      await append(store, [note({}, { seq: 7 })], 2).catch(() => undefined);
      const { version } = await readAll(store);
      await append(store, [note({}, { more: true })], version).catch(() => undefined);
      const { events } = await readAll(store);
      checkEqual(
        events.map((event) => event.seq),
        events.map((_, n) => n),
        'seqs',
      );
      checkEqual(
        events.map((event) => event.more === true).slice(1),
        events.slice(1).map(() => false),
        'more',
      );
    },
  },
  {
    rule: 'S3',
    name: 'a range that is no range is refused',
    async run({ store }) {
      await append(store, notes(1));
      for (const bad of [-1, 0.5, Number.NaN, Infinity, '1', null] as unknown[]) {
        // The casts: JavaScript callers can pass anything.
        const count = bad as number;
        await checkRefused(`fromSeq ${String(bad)}`, 'invalid_option', () =>
          store.read(SESSION, { fromSeq: count }),
        );
        await checkRefused(`limit ${String(bad)}`, 'invalid_option', () =>
          store.read(SESSION, { limit: count }),
        );
        await checkRefused(`a tail of ${String(bad)}`, 'invalid_option', () =>
          store.tail(SESSION, count),
        );
      }
      await checkRefused('a tail without a limit', 'invalid_option', () =>
        store.tail(SESSION, undefined as unknown as number),
      );
    },
  },
];
