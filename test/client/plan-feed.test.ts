import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPlanFeed, PlanFeedError } from '../../src/client/index.ts';
import { todos } from '../support/kit.ts';
import { fakeServer, follow, planAt } from './feeds.ts';

const LONG = 60 * 60_000;
/** Lets what is under way come to rest, without time passing. */
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  // Every test ends by closing what it opened.
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('a feed', () => {
  it('asks for nothing before somebody subscribes, and holds nothing after the last one left', async () => {
    const server = fakeServer();
    const feed = createPlanFeed({ url: '/plan', fetch: server.fetch });
    await settle();
    expect(server.connections).toEqual([]);
    expect(feed.getSnapshot()).toMatchObject({ todos: null, asOfSeq: -1, turn: null });

    const stops = [feed.subscribe(() => {}), feed.subscribe(() => {})];
    await settle();
    expect(server.connections).toHaveLength(1);
    stops[0]?.();
    expect(server.open()).toBe(1);
    stops[1]?.();
    expect(server.open()).toBe(0);
    await vi.advanceTimersByTimeAsync(LONG);
    expect(server.connections).toHaveLength(1);
  });

  it('connects once for a subscriber that comes, goes and comes again in one go', async () => {
    const server = fakeServer();
    const feed = createPlanFeed({ url: '/plan', fetch: server.fetch });
    feed.subscribe(() => {})();
    const stop = feed.subscribe(() => {});
    await settle();
    expect(server.connections).toHaveLength(1);
    stop();
  });

  it('gives each plan as it comes, and the same object until the next', async () => {
    const server = fakeServer();
    const { feed, seqs, unsubscribe } = follow({ fetch: server.fetch });
    await settle();
    expect(server.last()).toMatchObject({ url: '/api/plan/chat', lastEventId: null });
    server.last().plan(planAt(3, todos('A')));
    server.last().send(': still here\n\n');
    await settle();
    expect(feed.getSnapshot()).toEqual(planAt(3, todos('A')));
    expect(feed.getSnapshot()).toBe(feed.getSnapshot());
    expect(seqs).toEqual([3]);
    unsubscribe();
  });

  it('never shows half a plan: what is none is passed over', async () => {
    const server = fakeServer();
    const { feed, seqs, unsubscribe } = follow({ fetch: server.fetch });
    await settle();
    for (const data of ['', '{', 'null', '[]', '{"todos":null}', '{"todos":[5],"asOfSeq":1}']) {
      server.last().send(`data: ${data}\n\n`);
    }
    server.last().plan(planAt(4));
    await settle();
    expect(seqs).toEqual([4]);
    expect(feed.getSnapshot().asOfSeq).toBe(4);
    unsubscribe();
  });

  it('is over when it is closed', async () => {
    const server = fakeServer();
    const { feed, seqs } = follow({ fetch: server.fetch });
    await settle();
    server.last().plan(planAt(1));
    await settle();
    feed.close();
    feed.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(LONG);
    expect(server.open()).toBe(0);
    expect(server.connections).toHaveLength(1);
    expect(seqs).toEqual([1]);
    expect(feed.getSnapshot().asOfSeq).toBe(1);
  });
});

describe('a feed whose connection breaks', () => {
  it('goes on right after its place, also when it breaks again before anything new came', async () => {
    const server = fakeServer();
    const { seqs, errors, unsubscribe } = follow({ fetch: server.fetch });
    await settle();
    server.last().plan(planAt(5));
    await settle();
    for (let i = 0; i < 3; i += 1) {
      server.last().drop();
      await vi.advanceTimersByTimeAsync(20_000);
      expect(server.last().lastEventId).toBe('5');
    }
    for (const seq of [6, 7, 8]) server.last().plan(planAt(seq));
    await settle();
    expect(seqs).toEqual([5, 6, 7, 8]);
    expect(errors).toHaveLength(3);
    expect(server.open()).toBe(1);
    unsubscribe();
  });

  it('keeps its place while nobody listens', async () => {
    const server = fakeServer();
    const { feed, unsubscribe } = follow({ fetch: server.fetch });
    await settle();
    server.last().plan(planAt(5, todos('A')));
    await settle();
    unsubscribe();
    const again = feed.subscribe(() => {});
    await settle();
    expect(server.last().lastEventId).toBe('5');
    expect(feed.getSnapshot().todos).toEqual(todos('A'));
    again();
  });

  it('starts over with a session that was made anew, as the server says', async () => {
    const server = fakeServer();
    const { feed, seqs, unsubscribe } = follow({ fetch: server.fetch });
    await settle();
    server.last().plan(planAt(40, todos('Old')));
    await settle();
    server.last().drop();
    await vi.advanceTimersByTimeAsync(2000);
    expect(server.last().lastEventId).toBe('40');
    server.last().plan(planAt(2, todos('New')));
    await settle();
    expect(feed.getSnapshot().todos).toEqual(todos('New'));
    // And while it is connected: deleted, then written to.
    server.last().plan({ ...planAt(-1), turn: null });
    server.last().plan(planAt(0));
    await settle();
    expect(seqs).toEqual([40, 2, -1, 0]);
    unsubscribe();
  });

  it('waits longer each time, never longer than 20 seconds, and begins anew once it heard something', async () => {
    const server = fakeServer(() => Response.json({ code: 'store_unavailable' }, { status: 503 }));
    const { errors, unsubscribe } = follow({ fetch: server.fetch });
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(errors.length).toBeGreaterThan(5 * 3);
    expect(errors.length).toBeLessThan(40);
    expect(errors[0]).toMatchObject({ status: 503, code: 'store_unavailable' });
    unsubscribe();
  });

  it('takes a minute of silence for a break', async () => {
    const server = fakeServer();
    const { unsubscribe } = follow({ fetch: server.fetch });
    await settle();
    for (let i = 0; i < 10; i += 1) {
      await vi.advanceTimersByTimeAsync(30_000);
      server.last().send(': still here\n\n');
    }
    expect(server.connections).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(server.connections).toHaveLength(2);
    expect(server.open()).toBe(1);
    unsubscribe();
  });

  it.each([400, 401, 403, 404, 204])('does not ask again after a refusal: %i', async (status) => {
    const server = fakeServer(() => new Response(status === 204 ? null : 'no', { status }));
    const { errors, unsubscribe } = follow({ fetch: server.fetch });
    await vi.advanceTimersByTimeAsync(LONG);
    expect(server.connections).toHaveLength(1);
    expect(server.open()).toBe(0);
    expect(errors).toEqual([expect.any(PlanFeedError)]);
    unsubscribe();
  });

  it('takes a refusal whose body says nothing for one', async () => {
    const server = fakeServer(() => new Response('null', { status: 404 }));
    const { errors, unsubscribe } = follow({ fetch: server.fetch });
    await vi.advanceTimersByTimeAsync(LONG);
    expect(server.connections).toHaveLength(1);
    expect(errors).toEqual([expect.objectContaining({ status: 404, code: undefined })]);
    unsubscribe();
  });

  it('asks a server that answers and ends at once less and less often', async () => {
    const server = fakeServer();
    const { unsubscribe } = follow({ fetch: server.fetch });
    for (let second = 0; second < 120; second += 1) {
      if (server.open() > 0) {
        server.last().plan(planAt(1));
        server.last().drop();
      }
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(server.connections.length).toBeGreaterThan(5);
    expect(server.connections.length).toBeLessThan(25);
    unsubscribe();
  });

  it('asks again after a busy server and after a network that was away', async () => {
    const answers: (Response | Error | undefined)[] = [
      new Response('', { status: 429 }),
      new TypeError('network'),
      undefined,
    ];
    const server = fakeServer(async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    });
    const { seqs, unsubscribe } = follow({ fetch: server.fetch });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.connections).toHaveLength(3);
    server.last().plan(planAt(0));
    await settle();
    expect(seqs).toEqual([0]);
    unsubscribe();
  });
});

describe('an initial plan', () => {
  it('is shown until the first event, and an old one never comes back', async () => {
    const server = fakeServer();
    const initialPlan = planAt(3, todos('Old'));
    const { feed, unsubscribe } = follow({ fetch: server.fetch, initialPlan });
    expect(feed.getSnapshot()).toBe(initialPlan);
    await settle();
    expect(feed.getSnapshot()).toBe(initialPlan);
    server.last().plan(planAt(9, todos('New')));
    await settle();
    server.last().drop();
    await vi.advanceTimersByTimeAsync(2000);
    expect(server.last().lastEventId).toBe('9');
    expect(feed.getSnapshot().todos).toEqual(todos('New'));
    unsubscribe();
  });
});
