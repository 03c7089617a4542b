import { createUIMessageStream, simulateReadableStream } from 'ai';
import { describe, expect, it, vi } from 'vitest';
import { checkedKit, checkedStore, outline } from '../support/kit.ts';
import { wrapStore } from '../support/stores.ts';
import { drain } from '../support/streams.ts';

async function start(options = {}) {
  const kit = checkedKit(options);
  const turn = await kit.session('chat').startTurn();
  return { kit, turn, ends: async () => (await outline(kit, 'chat')).slice(1) };
}

describe('the end of the turn that endWith stores', () => {
  it('passes the close on after the end of the turn is stored', async () => {
    const order: string[] = [];
    const inner = checkedStore();
    const store = wrapStore(inner, {
      async append(id, events, options) {
        const result = await inner.append(id, events, options);
        order.push(events.at(-1)?.type ?? '');
        return result;
      },
    });
    const { turn } = await start({ store });
    await drain(turn.endWith(simulateReadableStream({ chunks: [1] })));
    order.push('closed');
    expect(order).toEqual(['turn/start', 'turn/end', 'closed']);
  });

  it('passes the close on at once where waitUntil carries the append', async () => {
    const inner = checkedStore();
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const store = wrapStore(inner, {
      async append(id, events, options) {
        if (events.some(({ type }) => type === 'turn/end')) await gate;
        return inner.append(id, events, options);
      },
    });
    const { turn, ends } = await start({ store });
    const carried: Promise<void>[] = [];
    const waitUntil = (promise: Promise<void>) => carried.push(promise);
    await drain(turn.endWith(simulateReadableStream({ chunks: [1] }), { waitUntil }));
    expect(await ends()).toEqual([]);
    release();
    await Promise.all(carried);
    expect(carried).toHaveLength(1);
    expect(await ends()).toEqual(['turn/end:completed']);
  });

  it('waits itself where waitUntil is called outside of a request and throws', async () => {
    const { turn, ends } = await start();
    const waitUntil = () => {
      throw new Error('no request');
    };
    await drain(turn.endWith(simulateReadableStream({ chunks: [1] }), { waitUntil }));
    expect(await ends()).toEqual(['turn/end:completed']);
  });

  it('is not disturbed by a waitUntil or an onError that rejects later', async () => {
    const inner = checkedStore();
    const store = wrapStore(inner, {
      append: (id, events, options) =>
        events.some(({ type }) => type === 'turn/end')
          ? Promise.reject(new Error('away'))
          : inner.append(id, events, options),
    });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { turn } = await start({ store, onError: () => Promise.reject(new Error('odd')) });
    const waitUntil = () => Promise.reject(new Error('gone'));
    expect(
      await drain(turn.endWith(simulateReadableStream({ chunks: [1] }), { waitUntil })),
    ).toEqual([1]);
    await expect.poll(() => logged.mock.calls.length).toBe(1);
    logged.mockRestore();
  });

  it('never breaks the stream when the end cannot be stored; the next turn repairs it', async () => {
    const inner = checkedStore();
    let away = false;
    const store = wrapStore(inner, {
      append: (...args) => (away ? Promise.reject(new Error('away')) : inner.append(...args)),
    });
    const reported: unknown[] = [];
    const { turn, kit, ends } = await start({
      store,
      onError: (error: unknown) => reported.push(error),
    });
    away = true;
    expect(await drain(turn.endWith(simulateReadableStream({ chunks: [1, 2] })))).toEqual([1, 2]);
    expect(reported).toEqual([new Error('away')]);
    away = false;
    await kit.session('chat').startTurn();
    expect(await ends()).toEqual(['turn/end:interrupted', 'turn/start']);
  });

  it('leaves the turn of a stream that nobody reads to the next turn', async () => {
    const { turn, kit, ends } = await start();
    turn.endWith(simulateReadableStream({ chunks: [1] }));
    expect(await ends()).toEqual([]);
    await kit.session('chat').startTurn();
    expect(await ends()).toEqual(['turn/end:interrupted', 'turn/start']);
  });

  it('takes the turn over from its block: a route handler returns while its stream runs', async () => {
    const { kit } = await start();
    const handler = async () => {
      await using turn = await kit.session('route').startTurn();
      return turn.endWith(createUIMessageStream({ execute: () => {} }));
    };
    const stream = await handler();
    expect(await outline(kit, 'route')).toEqual(['turn/start']);
    await drain(stream);
    expect(await outline(kit, 'route')).toEqual(['turn/start', 'turn/end:completed']);
  });
});
