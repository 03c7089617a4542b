import { describe, expect, it } from 'vitest';
import { checkedKit, outline, todos, write } from '../support/kit.ts';

describe('a call that repeats an earlier one', () => {
  it('appends nothing and answers the same', async () => {
    const kit = checkedKit();
    const { tools } = await kit.session('chat').startTurn();
    await write(tools.todo_write, todos('A', 'B'), { callId: 'first' });
    const once = await write(tools.todo_write, todos(' A*', 'C'), { callId: 'second' });
    const again = await write(tools.todo_write, todos('A*', ' C '), { callId: 'second' });
    expect(once.dropped).toEqual(todos('B'));
    expect(again).toEqual(once);
    expect(await outline(kit, 'chat')).toEqual(['turn/start', 'todo/write', 'todo/write']);
  });

  it('is known in another process too', async () => {
    const kit = checkedKit();
    const { tools, context } = await kit.session('chat').startTurn();
    await write(tools.todo_write, todos('A', 'B'), { callId: 'first' });
    const once = await write(tools.todo_write, todos('A'), { callId: 'second' });
    const elsewhere = checkedKit({ store: kit.store });
    for (const owner of [context, { sessionId: 'chat' }]) {
      const again = await write(elsewhere.tools.todo_write, todos('A'), {
        callId: 'second',
        context: owner,
      });
      expect(again).toEqual(once);
    }
    expect(await outline(kit, 'chat')).toEqual(['turn/start', 'todo/write', 'todo/write']);
  });

  it('answers as it did then, also when another call stands now', async () => {
    const kit = checkedKit();
    const { tools } = await kit.session('chat').startTurn();
    const once = await write(tools.todo_write, todos('A'), { callId: 'first' });
    await write(tools.todo_write, todos('B'), { callId: 'second' });
    expect(await write(tools.todo_write, todos('A'), { callId: 'first' })).toEqual(once);
    expect((await kit.session('chat').plan()).todos).toEqual(todos('B'));
  });

  it('is another write when its list is another: A, B, A leaves A standing', async () => {
    const kit = checkedKit();
    const { tools } = await kit.session('chat').startTurn();
    for (const item of ['A', 'B', 'A']) {
      await write(tools.todo_write, todos(item), { callId: 'same' });
    }
    expect((await kit.session('chat').plan()).todos).toEqual(todos('A'));
    expect(await outline(kit, 'chat')).toEqual([
      'turn/start',
      'todo/write',
      'todo/write',
      'todo/write',
    ]);
  });

  it('is another write when only a status or the order differs', async () => {
    const kit = checkedKit();
    const { tools } = await kit.session('chat').startTurn();
    for (const list of [todos('A', 'B'), todos('B', 'A'), todos('B', 'A*'), todos('B')]) {
      await write(tools.todo_write, list, { callId: 'same' });
    }
    expect(await outline(kit, 'chat')).toHaveLength(5);
  });

  it('is another write in another turn', async () => {
    const kit = checkedKit();
    const session = kit.session('chat');
    for (let turn = 0; turn < 2; turn += 1) {
      await session.runTurn(({ tools }) => write(tools.todo_write, todos('A'), { callId: 'same' }));
    }
    expect((await session.plan()).todos).toEqual(todos('A'));
  });

  it('counts once also where both come at the same time', async () => {
    const kit = checkedKit();
    const { tools } = await kit.session('chat').startTurn();
    const both = await Promise.all(
      [1, 2].map(() => write(tools.todo_write, todos('A'), { callId: 'same' })),
    );
    expect(both[0]).toEqual(both[1]);
    expect(await outline(kit, 'chat')).toEqual(['turn/start', 'todo/write']);
  });

  it('needs an id: calls with an empty one are each a write, and the log stays valid', async () => {
    const kit = checkedKit();
    const { tools } = await kit.session('chat').startTurn();
    await write(tools.todo_write, todos('A'), { callId: '' });
    await write(tools.todo_write, todos('A'), { callId: '' });
    expect(await outline(kit, 'chat')).toEqual(['turn/start', 'todo/write', 'todo/write']);
  });

  it('is told to nobody a second time', async () => {
    const told: unknown[] = [];
    const kit = checkedKit({ onWrite: (_plan, info) => void told.push(info) });
    const { tools } = await kit.session('chat').startTurn();
    await write(tools.todo_write, todos('A'), { callId: 'same' });
    await write(tools.todo_write, todos('A'), { callId: 'same' });
    expect(told).toEqual([{ sessionId: 'chat', turn: 1, callId: 'same' }]);
  });
});
