import { check, checkEqual } from '../expect.ts';
import { append, asStored, listAll, note, notes, SESSION } from '../samples.ts';
import type { CaseContext, CaseDefinition } from '../store-case.ts';

/** What a read of a few events may cost on top of them: a block or two of a file, the frame of a reply. */
const SLACK_BYTES = 65_536;

export const costCases: readonly CaseDefinition[] = [
  {
    rule: 'S10',
    name: 'the tail of a long log is its last events, as a read of that range gives them',
    async run({ store, longLog }) {
      await appendLong(store, longLog);
      const last = await append(store, notes(3, 'last'), longLog);
      for (const limit of [0, 1, 3, 4, 100]) {
        const tail = await store.tail(SESSION, limit);
        const fromSeq = last.version - limit;
        checkEqual(tail?.version, last.version, `version by a tail of ${limit}`);
        checkEqual(tail, await store.read(SESSION, { fromSeq }), `a tail of ${limit}`);
      }
    },
  },
  {
    rule: 'S10',
    name: 'a tail is found behind events of every size',
    async run({ store }) {
      // Sizes around the blocks that a reader may go through a file or a reply by.
      const sizes = [0, 1, 500, 4_000, 4_096, 16_384, 65_000, 65_536, 70_000, 300_000, 10];
      const log = sizes.map((size) => note('ö'.repeat(size / 2)));
      for (const [n, event] of log.entries()) await append(store, [event], n);
      const stored = log.flatMap((event, n) => asStored([event], n));
      for (let limit = 0; limit <= stored.length; limit += 1) {
        const tail = await store.tail(SESSION, limit);
        checkEqual(tail?.events, stored.slice(stored.length - limit), `a tail of ${limit}`);
      }
    },
  },
  {
    rule: 'S10',
    name: 'sessions with long logs are listed like any other',
    async run({ store, longLog }) {
      await appendLong(store, longLog);
      for (let n = 0; n < 50; n += 1) await append(store, notes(1), 0, `short ${n}`);
      const sessions = await listAll(store, 20);
      checkEqual(sessions.length, 51, 'listed sessions');
      const { createdAt } = (await store.tail(SESSION, 0))?.header ?? {};
      const long = sessions.find(({ id }) => id === SESSION);
      checkEqual(long, { id: SESSION, createdAt }, 'the session with the long log');
    },
  },
  {
    rule: 'S10',
    name: 'a tail, an append and a list read as much with a long log as with a short one',
    needs: ['countBytesRead'],
    async run({ store, space, harness, longLog }) {
      const measure = async (run: () => Promise<unknown>) => {
        const before = await harness.countBytesRead(space);
        await run();
        return (await harness.countBytesRead(space)) - before;
      };
      const measureAll = async (version: number) => ({
        tail: await measure(() => store.tail(SESSION, 5)),
        append: await measure(() => append(store, notes(1), version)),
        list: await measure(() => store.list()),
      });
      await append(store, notes(20));
      const short = await measureAll(20);
      check(short.tail > 0, 'The harness counts no bytes for a tail of 5 events.');
      await appendLong(store, longLog, 21);
      const long = await measureAll(longLog + 21);
      for (const [what, bytes] of Object.entries(long)) {
        // The cast: both objects have the same keys.
        const wanted = short[what as keyof typeof short] + SLACK_BYTES;
        check(bytes <= wanted, `${what}: ${bytes} bytes were read, wanted at most ${wanted}.`);
      }
    },
  },
];

async function appendLong(store: CaseContext['store'], count: number, version = 0): Promise<void> {
  const end = version + count;
  for (let at = version; at < end; at += 100) {
    const batch = Array.from({ length: Math.min(100, end - at) }, (_, n) =>
      note({ n, pad: 'x'.repeat(200) }),
    );
    await append(store, batch, at);
  }
}
