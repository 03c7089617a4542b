import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPlanFeed } from '../../src/client/index.ts';
import { fakeServer, follow, planAt } from './feeds.ts';

const LONG = 60 * 60_000;
/** Lets what is under way come to rest, without time passing. */
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('what an application makes of a feed', () => {
  const reported = vi.fn<(error: unknown) => void>();
  beforeEach(() => {
    reported.mockReset();
    vi.stubGlobal('reportError', reported);
  });
  it('is its own matter: a listener or an `onError` that throws is reported, and ends nothing', async () => {
    const server = fakeServer();
    const onError = () => {
      throw new Error('onError');
    };
    const feed = createPlanFeed({ url: '/plan', fetch: server.fetch, onError });
    const seen: number[] = [];
    const stops = [
      feed.subscribe(() => {
        throw new Error('listener');
      }),
      feed.subscribe(() => seen.push(feed.getSnapshot().asOfSeq)),
    ];
    await settle();
    server.last().plan(planAt(1));
    await settle();
    server.last().drop();
    await vi.advanceTimersByTimeAsync(2000);
    server.last().plan(planAt(2));
    await settle();
    expect(seen).toEqual([1, 2]);
    expect(server.connections).toHaveLength(2);
    expect(reported.mock.calls.map(([error]) => String(error))).toEqual([
      'Error: listener',
      'Error: onError',
      'Error: listener',
    ]);
    for (const stop of stops) stop();
  });
});

describe('a feed of a page', () => {
  it('is connected while the page can be seen, and catches up when it is shown again', async () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
    const turn = (visibilityState: string) => {
      Object.assign(page, { visibilityState });
      page.dispatchEvent(new Event('visibilitychange'));
    };
    vi.stubGlobal('document', page);
    const server = fakeServer();
    const { seqs, unsubscribe } = follow({ fetch: server.fetch });
    await settle();
    expect(server.connections).toEqual([]);
    turn('visible');
    await settle();
    server.last().plan(planAt(3));
    await settle();
    turn('hidden');
    expect(server.open()).toBe(0);
    await vi.advanceTimersByTimeAsync(LONG);
    expect(server.connections).toHaveLength(1);
    turn('visible');
    await settle();
    expect(server.last().lastEventId).toBe('3');
    server.last().plan(planAt(4));
    await settle();
    expect(seqs).toEqual([3, 4]);
    unsubscribe();
    turn('hidden');
    turn('visible');
    await settle();
    expect(server.connections).toHaveLength(2);
  });
});
