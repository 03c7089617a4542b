import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  TodoError,
  type Plan,
  type SessionSlice,
  type SessionStore,
  type WatchOptions,
} from '../../src/index.ts';
import { checkedKit, checkedStore, todos, write } from '../support/kit.ts';
import { wrapStore } from '../support/stores.ts';

/** Collects the plans of a session until it is stopped. */
function follow(kit: ReturnType<typeof checkedKit>, options: WatchOptions = {}) {
  const stop = new AbortController();
  const plans: Plan[] = [];
  const done = (async () => {
    for await (const plan of kit.session('chat').watch({ ...options, signal: stop.signal })) {
      plans.push(plan);
    }
  })();
  return {
    plans,
    seqs: () => plans.map(({ asOfSeq }) => asOfSeq),
    done,
    async stop() {
      stop.abort();
      await done;
    },
  };
}

const withoutHints = (store: SessionStore) => {
  const { watch: _watch, ...rest } = wrapStore(store, {});
  return rest;
};

afterEach(() => {
  vi.useRealTimers();
});

describe('watching a session', () => {
  it('gives the current plan at once, then each change in order, none left out', async () => {
    const kit = checkedKit();
    const watch = follow(kit);
    await expect.poll(watch.seqs).toEqual([-1]);
    await kit.session('chat').runTurn(async ({ tools }) => {
      await Promise.all(todos('A', 'B', 'C').map((item) => write(tools.todo_write, [item])));
    });
    await expect.poll(watch.seqs).toEqual([-1, 0, 1, 2, 3, 4]);
    await watch.stop();
    expect(watch.plans.map((plan) => plan.todos)).toEqual([
      null,
      null,
      todos('A'),
      todos('B'),
      todos('C'),
      todos('C'),
    ]);
    expect(watch.plans.at(-1)?.turn).toEqual({ number: 1, open: false });
  });

  it('goes on after the plan that the caller has, exactly once each', async () => {
    const kit = checkedKit();
    const { tools } = await kit.session('chat').startTurn();
    for (let i = 1; i <= 8; i += 1) await write(tools.todo_write, todos(`Task ${i}`));
    const watch = follow(kit, { afterSeq: 5 });
    await expect.poll(watch.seqs).toEqual([6, 7, 8]);
    await write(tools.todo_write, todos('Task 9'));
    await expect.poll(watch.seqs).toEqual([6, 7, 8, 9]);
    await watch.stop();
  });

  it('sends nothing at once to a caller that is up to date', async () => {
    const kit = checkedKit();
    const { tools } = await kit.session('chat').startTurn();
    const watch = follow(kit, { afterSeq: 0 });
    await write(tools.todo_write, todos('A'));
    await expect.poll(watch.seqs).toEqual([1]);
    await watch.stop();
    const absent = follow(checkedKit(), { afterSeq: -1 });
    await absent.stop();
    expect(absent.plans).toEqual([]);
  });

  it('goes on from the plan that stands after a store came back without its last events', async () => {
    // A server that lost its end keeps the session's uid, and numbers what comes next as if nothing had been there.
    const kept = checkedStore();
    const lost = checkedStore();
    const uid = (await kept.append('chat', [], { expectedVersion: 0 })).uid;
    let current = lost;
    const as = (slice: SessionSlice | null) =>
      slice && { ...slice, header: { ...slice.header, uid } };
    const store = withoutHints({
      ...wrapStore(kept, {}),
      read: async (...args) => as(await current.read(...args)),
      tail: async (...args) => as(await current.tail(...args)),
    });
    const [before, after] = [checkedKit({ store: lost }), checkedKit({ store: kept })];
    const first = await before.session('chat').startTurn();
    for (const item of ['A', 'B', 'C']) await first.write(todos(item));
    const watch = follow(checkedKit({ store }), { pollMs: 20 });
    await expect.poll(watch.seqs).toEqual([3]);

    await after.session('chat').runTurn((turn) => turn.write(todos('Before the loss')));
    current = kept;
    await expect.poll(() => watch.plans.at(-1)?.todos).toEqual(todos('Before the loss'));
    const next = await after.session('chat').startTurn();
    await next.write(todos('After it'));
    await expect.poll(() => watch.plans.at(-1)?.todos).toEqual(todos('After it'));

    // Longer than what was read by the time it is looked at: only the event before tells.
    current = lost;
    for (const item of ['D', 'E', 'F', 'G']) await first.write(todos(item));
    await expect.poll(() => watch.plans.at(-1)?.todos).toEqual(todos('G'));
    await watch.stop();
  });

  it.each([999, -5, 1.5, Number.NaN])(
    'starts over for a place that it does not have: %j',
    async (afterSeq) => {
      const kit = checkedKit();
      const { tools } = await kit.session('chat').startTurn();
      await write(tools.todo_write, todos('A'));
      const watch = follow(kit, { afterSeq });
      await expect.poll(() => watch.plans.length).toBeGreaterThan(0);
      await watch.stop();
      expect(watch.plans[0]).toMatchObject({ todos: todos('A'), asOfSeq: 1 });
    },
  );

  it('passes over events that change no plan', async () => {
    const kit = checkedKit();
    await kit.session('chat').startTurn();
    const watch = follow(kit);
    await expect.poll(watch.seqs).toEqual([0]);
    await kit.store.append('chat', [{ type: 'host/note', time: 1, data: 1 }], {
      expectedVersion: 1,
    });
    await kit.session('chat').startTurn();
    await expect.poll(watch.seqs).toEqual([0, 2, 3]);
    await watch.stop();
  });

  it('sees everything by polling where the store gives no hints', async () => {
    const kit = checkedKit({ store: withoutHints(checkedStore()) });
    const watch = follow(kit, { pollMs: 5 });
    await kit.session('chat').startTurn();
    await kit.session('chat').startTurn();
    await expect.poll(watch.seqs).toEqual([-1, 0, 1, 2]);
    await watch.stop();
  });

  it('shows that a session was deleted, and the one that takes its name', async () => {
    const kit = checkedKit();
    const session = kit.session('chat');
    const { tools } = await session.startTurn();
    await write(tools.todo_write, todos('Old'));
    const watch = follow(kit);
    await expect.poll(() => watch.plans.length).toBe(1);
    await session.delete();
    await expect.poll(watch.seqs).toEqual([1, -1]);
    expect(watch.plans[1]?.todos).toBeNull();
    const anew = await session.startTurn();
    await write(anew.tools.todo_write, todos('New'));
    await expect.poll(watch.seqs).toEqual([1, -1, 0, 1]);
    expect(watch.plans.at(-1)?.todos).toEqual(todos('New'));
    await watch.stop();
  });

  it('never takes a session that was made anew between two looks for the old one', async () => {
    const kit = checkedKit({ store: withoutHints(checkedStore()) });
    const session = kit.session('chat');
    const { tools } = await session.startTurn();
    await write(tools.todo_write, todos('Old'));
    const watch = follow(kit, { pollMs: 30 });
    await expect.poll(() => watch.plans.length).toBe(1);
    await session.delete();
    const anew = await session.startTurn();
    for (const item of ['1', '2', '3']) await write(anew.tools.todo_write, todos(`New ${item}`));
    await expect.poll(() => watch.plans.at(-1)?.todos).toEqual(todos('New 3'));
    expect(watch.seqs()).toEqual([1, -1, 0, 1, 2, 3]);
    await watch.stop();
  });

  it('starts over when the session is made anew while the caller comes back', async () => {
    const inner = checkedStore();
    let looks = 0;
    const store = wrapStore(inner, {
      async tail(...args) {
        const result = await inner.tail(...args);
        if ((looks += 1) === 1) {
          await inner.delete('chat');
          await write(other.tools.todo_write, todos('New'), { context: { sessionId: 'chat' } });
        }
        return result;
      },
    });
    const other = checkedKit({ store: inner });
    const { tools } = await other.session('chat').startTurn();
    for (let i = 0; i < 5; i += 1) await write(tools.todo_write, todos(`Old ${i}`));
    const watch = follow(checkedKit({ store }), { afterSeq: 4 });
    await expect.poll(() => watch.plans.map((plan) => plan.todos)).toEqual([todos('New')]);
    await watch.stop();
  });

  it('lets many follow one session, each with all changes', async () => {
    const kit = checkedKit();
    const watches = Array.from({ length: 50 }, () => follow(kit));
    await kit.session('chat').runTurn(({ tools }) => write(tools.todo_write, todos('A')));
    for (const watch of watches) {
      await expect.poll(() => watch.seqs().at(-1)).toBe(2);
      await watch.stop();
    }
  });

  it('throws when the store fails at the first look', async () => {
    const store = wrapStore(checkedStore(), {
      tail: () => Promise.reject(new TodoError('store_unavailable', 'away')),
    });
    await expect(follow(checkedKit({ store })).done).rejects.toThrow('away');
  });

  it('waits out a store that goes away and comes back', async () => {
    const inner = checkedStore();
    let away = false;
    const store = wrapStore(inner, {
      read: (...args) =>
        away ? Promise.reject(new TodoError('store_unavailable', 'away')) : inner.read(...args),
    });
    const kit = checkedKit({ store });
    const watch = follow(kit, { pollMs: 5 });
    await expect.poll(watch.seqs).toEqual([-1]);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    away = true;
    await checkedKit({ store: inner }).session('chat').startTurn();
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    expect(watch.seqs()).toEqual([-1]);
    away = false;
    await expect.poll(watch.seqs).toEqual([-1, 0]);
    await watch.stop();
  });

  it.each(['abort', 'return', 'break'])(
    'frees its timer and its listener on %s while it waits',
    async (how) => {
      vi.useFakeTimers();
      const inner = checkedStore();
      let listening = 0;
      const store = wrapStore(inner, {
        watch(id, { signal }) {
          listening += 1;
          signal?.addEventListener('abort', () => (listening -= 1));
          return inner.watch!(id, { signal });
        },
      });
      const stop = new AbortController();
      const plans = checkedKit({ store }).session('chat').watch({ signal: stop.signal });
      const iterator = plans[Symbol.asyncIterator]();
      expect((await iterator.next()).value).toMatchObject({ asOfSeq: -1 });
      const waiting = how === 'break' ? undefined : iterator.next();
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(waiting ? 1 : 0));
      if (how === 'abort') stop.abort();
      else await iterator.return?.();
      expect((await waiting)?.done ?? true).toBe(true);
      expect((await iterator.next()).done).toBe(true);
      expect(vi.getTimerCount()).toBe(0);
      expect(listening).toBe(0);
    },
  );

  it('holds nothing before it is read, and ends at once for a signal that has aborted', async () => {
    const kit = checkedKit();
    kit.session('chat').watch();
    const watch = kit.session('chat').watch({ signal: AbortSignal.abort() });
    for await (const plan of watch) expect.unreachable(String(plan.asOfSeq));
    expect(await kit.store.list()).toEqual({ sessions: [] });
  });
});
