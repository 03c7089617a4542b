import type { SessionEvent } from '../../core/event.ts';
import { follow } from '../../store/follow.ts';
import type { SessionStore } from '../../store/session-store.ts';
import { check, checkEqual, eventually, within } from '../expect.ts';
import { startFollowing, withoutHints, type Follower } from '../following.ts';
import { append, asStored, notes, SESSION } from '../samples.ts';
import type { CaseContext, CaseDefinition } from '../store-case.ts';

const POLL_MS = 25;

export const followCases: readonly CaseDefinition[] = [
  {
    rule: 'S11',
    name: 'a follower gets every event once and in order, first what is there and then what comes',
    run: (t) => checkFollows(t.store, startFollowing(t, t.store, pollOf(t))),
  },
  {
    rule: 'S11',
    name: 'a follower gets every event where no hint ever comes',
    run: (t) => checkFollows(t.store, startFollowing(t, withoutHints(t.store), POLL_MS)),
  },
  {
    rule: 'S11',
    name: 'a follower gets every event where the transport loses the hints',
    needs: ['dropHints'],
    async run(t) {
      const { store, space, harness } = t;
      const follower = startFollowing(t, store, POLL_MS);
      const head = notes(2, 'head');
      await append(store, head);
      await follower.has(asStored(head), 'before the hints were lost');
      await harness.dropHints({ store, space });
      const rest = notes(300, 'rest');
      await append(store, rest, 2);
      await follower.has([...asStored(head), ...asStored(rest, 2)], 'after the hints were lost');
      await follower.stop();
    },
  },
  {
    rule: 'S11',
    name: 'a follower gets every event that another instance appended',
    needs: ['shares'],
    run: async (t) => checkFollows(await t.open(), startFollowing(t, t.store, pollOf(t))),
  },
  {
    rule: 'S11',
    name: 'a follower notices that the session was deleted, and gets the one made anew from its start',
    async run(t) {
      const { store, settleMs } = t;
      const follower = startFollowing(t, store, POLL_MS);
      const first = notes(3, 'first');
      await append(store, first);
      await follower.has(asStored(first), 'the first session');
      const { restarts } = follower;
      await store.delete(SESSION);
      const isTold = await eventually(() => follower.restarts > restarts, settleMs);
      check(isTold, 'A follower was not told of a deletion.');
      const anew = notes(2, 'anew');
      await append(store, anew);
      await follower.has(asStored(anew), 'the session made anew');
      // So fast that the follower may never see the session absent.
      await store.delete(SESSION);
      const again = notes(5, 'again');
      await append(store, again);
      await eventually(() => follower.events.length === 5, settleMs);
      await follower.has(asStored(again), 'the session made anew at once');
      await follower.stop();
    },
  },
  {
    rule: 'S11',
    name: 'ten followers of one session all get every event',
    async run(t) {
      const followers = Array.from({ length: 10 }, () => startFollowing(t, t.store, pollOf(t)));
      const log = await appendSome(t.store);
      for (const follower of followers) await follower.has(log, 'the events of a follower');
      for (const follower of followers) await follower.stop();
    },
  },
  {
    rule: 'S11',
    name: 'a follower is told that events which it was given are gone, although the log has its length again',
    needs: ['rewind'],
    async run({ store, space, harness, settleMs, signal }) {
      const log = notes(4);
      for (const [seq, event] of log.entries()) await append(store, [event], seq);
      const following = follow(store, SESSION, { fromSeq: 0, pollMs: 25, signal });
      const first = await within(following.next(), settleMs, 'the first page');
      checkEqual(first.value?.events.length, 4, 'how many events were there');
      await harness.rewind({ space, sessionId: SESSION, version: 2 });
      await append(store, notes(3, 'grown'), 2);
      const next = await within(following.next(), settleMs, 'the end of the following');
      check(next.done === true, 'A follower went on behind an event that is gone.');
    },
  },
];

/** Leaves the poll to a store's hints where it gives them, so that a missing hint shows. */
function pollOf({ store }: CaseContext): number {
  return store.capabilities.watch ? 60_000 : POLL_MS;
}

async function checkFollows(writer: SessionStore, follower: Follower): Promise<void> {
  const log = await appendSome(writer);
  await follower.has(log, 'the events of a follower');
  const late = notes(1, 'late');
  await append(writer, late, log.length);
  await follower.has([...log, ...asStored(late, log.length)], 'the events after a pause');
  await follower.stop();
}

async function appendSome(store: SessionStore): Promise<readonly SessionEvent[]> {
  const log: SessionEvent[] = [];
  for (const size of [1, 300, 1, 2, 5, 1, 1, 1, 600, 1]) {
    const batch = notes(size, `batch of ${size}`);
    await append(store, batch, log.length);
    log.push(...asStored(batch, log.length));
  }
  return log;
}
