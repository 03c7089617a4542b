import { afterEach, describe, expect, it, vi } from 'vitest';
import { SessionDamagedError, TodoError, type SessionStore } from '../../src/index.ts';
import { checkedStore } from '../support/kit.ts';
import { wrapStore } from '../support/stores.ts';
import { readFrames } from './frames.ts';
import { openRoute, planRequest, streamRequest } from './routes.ts';

const requests = [
  ['JSON', planRequest],
  ['a stream', streamRequest],
] as const;

/** A store whose reads fail while `error` is set. */
function failingStore(error: unknown) {
  const inner = checkedStore();
  const state = { error };
  const failing =
    <ARGS extends unknown[], T>(read: (...args: ARGS) => Promise<T>) =>
    async (...args: ARGS): Promise<T> => {
      if (state.error !== undefined) throw state.error;
      return read(...args);
    };
  const store: SessionStore = wrapStore(inner, {
    read: failing((...args: Parameters<SessionStore['read']>) => inner.read(...args)),
    tail: failing((...args: Parameters<SessionStore['tail']>) => inner.tail(...args)),
  });
  return { store, state };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe.each(requests)('a request for %s', (_, request) => {
  it.each([
    [new TodoError('store_unavailable', 'redis://10.0.0.7:6379 is away'), 'store_unavailable'],
    [new TodoError('store_closed', 'closed at /var/lib/plans'), 'store_unavailable'],
    [new TodoError('store_failed', 'EIO /var/lib/plans'), 'store_failed'],
    [new Error('connect ECONNREFUSED 10.0.0.7:6379'), 'store_failed'],
    ['a string at 10.0.0.7', 'store_failed'],
  ])(
    'of a store that is away: 503 with a stable code and no internals (%s)',
    async (error, code) => {
      const { store, state } = failingStore(error);
      const { GET, errors } = openRoute({ store });
      const response = await GET(request());
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('2');
      expect(response.headers.get('cache-control')).toBe('no-store');
      const text = await response.text();
      expect(JSON.parse(text)).toMatchObject({ code });
      expect(text).not.toMatch(/10\.0|6379|var|EIO|at /);
      expect(errors).toEqual([error]);

      state.error = undefined;
      const again = await GET(request());
      expect(again.status).toBe(200);
      await again.body?.cancel();
    },
  );

  it('of a session that is damaged: 500, since trying again does not help', async () => {
    const error = new SessionDamagedError('chat', { line: 3 }, 'no JSON in /var/lib/plans');
    const { GET } = openRoute({ store: failingStore(error).store });
    const response = await GET(request());
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ code: 'session_damaged' });
    expect(text).not.toContain('/var');
  });

  it('is logged where the application does not listen, and survives a listener that throws', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { store } = failingStore(new Error('down'));
    const silent = openRoute({ store, onError: undefined });
    expect((await silent.GET(request())).status).toBe(503);
    expect(log).toHaveBeenCalledTimes(1);
    const throwing = openRoute({
      store,
      onError: () => {
        throw new Error('listener');
      },
    });
    expect((await throwing.GET(request())).status).toBe(503);
    expect(log).toHaveBeenCalledTimes(2);
  });

  it('that was given up meanwhile is no failure', async () => {
    const stop = new AbortController();
    const inner = checkedStore();
    const store = wrapStore(inner, {
      tail: (_id, _limit, options) =>
        new Promise((_resolve, reject) => {
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
        }),
    });
    const { GET, errors } = openRoute({ store });
    const answer = GET(request('/chat', { signal: stop.signal }));
    setTimeout(() => stop.abort(), 5);
    expect((await answer).status).toBe(499);
    expect(errors).toEqual([]);
  });
});

it('a stream whose store fails on the way ends, so that the client connects again and is told why', async () => {
  const { store, state } = failingStore(undefined);
  const { GET, errors, session } = openRoute({ store });
  const stream = readFrames(await GET(streamRequest()));
  await expect.poll(stream.ids).toEqual(['-1']);
  const error = new SessionDamagedError('chat', { line: 2 }, 'no JSON');
  state.error = error;
  // A hint makes the follower look.
  await session.startTurn().catch(() => {});
  await store.append('chat', [{ time: 0, type: 'turn/start', data: { turn: 1 }, id: 'x' }], {
    expectedVersion: 0,
  });
  await stream.done;
  expect(stream.ids()).toEqual(['-1']);
  expect(errors).toEqual([error]);
  expect((await GET(streamRequest())).status).toBe(500);
});
