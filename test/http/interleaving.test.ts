import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { todos, write } from '../support/kit.ts';
import { readFrames } from './frames.ts';
import { openRoute, streamRequest } from './routes.ts';

/** What happens one after the other: writes, clients that come at a place or at none, begin to read, or leave. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ write: fc.integer({ min: 1, max: 25 }) }) },
  { weight: 3, arbitrary: fc.record({ join: fc.option(fc.nat(40)), reads: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ read: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ leave: fc.nat(5) }) },
);

/** One client: where it began, and what it has read since it began to read. */
interface Client {
  readonly first: number;
  readonly response: Response;
  readonly stop: AbortController;
  reading?: ReturnType<typeof readFrames>;
}

it('every client gets the changes after its place once and in order, all of those that are kept, whoever comes, sleeps and leaves', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (happenings) => {
      const route = openRoute();
      const turn = await route.session.startTurn();
      const clients: Client[] = [];
      let head = 0;
      const writeOne = async () => {
        head += 1;
        await write(turn.tools.todo_write, todos(`Task ${head}`));
      };
      for (const what of happenings) {
        if ('write' in what) for (let i = 0; i < what.write; i += 1) await writeOne();
        else if ('join' in what) {
          const stop = new AbortController();
          const place = what.join === null ? {} : { lastEventId: String(what.join) };
          const response = await route.GET(
            streamRequest('/chat', { ...place, signal: stop.signal }),
          );
          const first = what.join !== null && what.join <= head ? what.join + 1 : head;
          const client: Client = { first, response, stop };
          if (what.reads) client.reading = readFrames(response);
          clients.push(client);
        } else if ('read' in what) {
          const client = clients[what.read];
          if (client) client.reading ??= readFrames(client.response);
        } else clients.splice(what.leave, 1)[0]?.stop.abort();
      }
      await writeOne();
      for (const { response, reading, first, stop } of clients) {
        const { ids, done } = reading ?? readFrames(response);
        await expect.poll(() => ids().at(-1), { interval: 2 }).toBe(String(head));
        const seqs = ids().map(Number);
        const steps = seqs.map((seq, i) => seq - (seqs[i - 1] ?? first - 1));
        expect(steps.filter((size) => size !== 1 && size <= 32)).toEqual([]);
        stop.abort();
        await done;
      }
      expect(route.errors).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
