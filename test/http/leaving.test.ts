import { describe, expect, it, vi } from 'vitest';
import { todos, write } from '../support/kit.ts';
import { countingStore, openRoute, streamRequest } from './routes.ts';

const CLIENTS = 100;

async function openMany(leaves: 'abort' | 'cancel') {
  const { store, counts } = countingStore();
  const route = openRoute({ store });
  await route.session.startTurn();
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const stop = new AbortController();
      const { body } = await route.GET(streamRequest('/chat', { signal: stop.signal }));
      const reader = body?.getReader();
      await reader?.read();
      const waiting = reader?.read();
      return {
        waiting,
        leave: async () => (leaves === 'abort' ? stop.abort() : reader?.cancel()),
      };
    }),
  );
  await expect.poll(() => counts.watchers).toBe(1);
  return { clients, counts };
}

describe.each(['abort', 'cancel'] as const)('a hundred clients that vanish by %s alone', (way) => {
  it('leave no timer, no listener and no follower, without waiting for another event', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
    try {
      const { clients, counts } = await openMany(way);
      expect(vi.getTimerCount()).toBeGreaterThan(CLIENTS);
      await Promise.all(clients.map(({ leave }) => leave()));
      for (const { waiting } of clients) expect(await waiting).toMatchObject({ done: true });
      for (let i = 0; i < 50 && counts.watchers > 0; i += 1) await Promise.resolve();
      expect({ watchers: counts.watchers, timers: vi.getTimerCount() }).toEqual({
        watchers: 0,
        timers: 0,
      });
    } finally {
      vi.useRealTimers();
    }
  });

  it('leave nothing either when they go before they read', async () => {
    const { store, counts } = countingStore();
    const { GET } = openRoute({ store });
    for (let i = 0; i < 20; i += 1) {
      const stop = new AbortController();
      const { body } = await GET(streamRequest('/chat', { signal: stop.signal }));
      if (way === 'abort') stop.abort();
      else await body?.cancel();
    }
    await expect.poll(() => counts.watchers).toBe(0);
  });
});

it('a client that left before the route answered gets an empty stream', async () => {
  const { store, counts } = countingStore();
  const { GET, errors } = openRoute({ store });
  const response = await GET(streamRequest('/chat', { signal: AbortSignal.abort() }));
  expect(await response.text()).toBe('');
  expect(counts.watchers).toBe(0);
  expect(errors).toEqual([]);
});

describe('a slow reader', () => {
  it('holds one frame while the log grows, and reads nothing for itself when it goes on', async () => {
    const { store, counts } = countingStore();
    const { GET, session } = openRoute({ store, heartbeatMs: 1 });
    const { body } = await GET(streamRequest());
    const { tools } = await session.startTurn();
    counts.reads = 0;
    for (let i = 0; i < 700; i += 1)
      await write(tools.todo_write, todos(`${i} ${'x'.repeat(1000)}`));
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    const readsOfWriter = counts.reads;

    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    const ids: number[] = [];
    let text = '';
    while (ids.at(-1) !== 700) {
      const result = await reader?.read();
      text += result?.value ?? '';
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, id] = /^id: (-?\d+)\n/.exec(block) ?? [];
        if (id !== undefined) ids.push(Number(id));
      }
    }
    expect(ids.filter((id) => id > 0)).toEqual([700]);
    expect(counts.reads).toBe(readsOfWriter);
    await reader?.cancel();
  });

  it.each([
    ['a stream that is full', true],
    ['a stream on which nothing happens', false],
  ])('is let go where it takes nothing of %s', async (_, changes) => {
    const { store, counts } = countingStore();
    const { GET, session } = openRoute({ store, heartbeatMs: 10, stallMs: 60 });
    const { body } = await GET(streamRequest());
    const turn = await session.startTurn();
    if (changes) await turn.write(todos('A'));
    await expect.poll(() => counts.watchers).toBe(0);
    await expect(body?.getReader().read()).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('stays where it takes a little now and then', async () => {
    const { store, counts } = countingStore();
    const { GET } = openRoute({ store, heartbeatMs: 5, stallMs: 200 });
    const reader = (await GET(streamRequest())).body?.getReader();
    for (let i = 0; i < 6; i += 1) {
      expect((await reader?.read())?.done).toBe(false);
      await new Promise((resolve) => {
        setTimeout(resolve, 60);
      });
    }
    expect(counts.watchers).toBe(1);
    await reader?.cancel();
  });
});
