import { describe, expect, it } from 'vitest';
import { TodoError } from '../../src/index.ts';
import { checkedKit, checkedStore, outline, todos, write } from '../support/kit.ts';
import { wrapStore } from '../support/stores.ts';

describe('starting a turn', () => {
  it('numbers the turns of a session from 1 and clears the plan', async () => {
    const session = checkedKit().session('chat');
    const first = await session.startTurn();
    await write(first.tools.todo_write, todos('A*'));
    await first.end();
    expect(await session.plan()).toEqual({
      todos: todos('A*'),
      counts: { pending: 0, inProgress: 1, completed: 0 },
      asOfSeq: 2,
      turn: { number: 1, open: false },
    });
    const second = await session.startTurn();
    expect([first.number, second.number]).toEqual([1, 2]);
    expect(await session.plan()).toEqual({
      todos: null,
      counts: { pending: 0, inProgress: 0, completed: 0 },
      asOfSeq: 3,
      turn: { number: 2, open: true },
    });
  });

  it('closes a turn that is still open, in the same append', async () => {
    const kit = checkedKit();
    await kit.session('chat').startTurn();
    await kit.session('chat').startTurn();
    const slice = await kit.store.read('chat');
    expect(slice?.events.map(({ type, more }) => [type, more])).toEqual([
      ['turn/start', undefined],
      ['turn/end', true],
      ['turn/start', undefined],
    ]);
  });

  it("is refused with ifOpen 'reject' while a turn is open, and goes on when it has ended", async () => {
    const kit = checkedKit();
    const session = kit.session('chat');
    const first = await session.startTurn({ ifOpen: 'reject' });
    const error = await session.startTurn({ ifOpen: 'reject' }).catch((thrown: unknown) => thrown);
    expect(TodoError.isInstance(error) && error.code).toBe('turn_conflict');
    expect(String(error)).toMatch(/Turn 1 of session "chat" is still open/);
    await first.end();
    expect((await session.startTurn({ ifOpen: 'reject' })).number).toBe(2);
    expect(await outline(kit, 'chat')).toEqual(['turn/start', 'turn/end:completed', 'turn/start']);
  });

  it('is refused for an ifOpen that there is not', async () => {
    const session = checkedKit().session('chat');
    // A JavaScript caller has no compiler.
    await expect(session.startTurn({ ifOpen: 'rejct' as never })).rejects.toThrow(/ifOpen must be/);
  });

  it('leaves exactly one open however many start at once', async () => {
    const store = checkedStore();
    const turns = await Promise.all(
      Array.from({ length: 10 }, () => checkedKit({ store }).session('chat').startTurn()),
    );
    const numbers = turns.map(({ number }) => number);
    expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const writes = await Promise.allSettled(
      turns.map(({ tools, number }) => write(tools.todo_write, todos(`Turn ${number}`))),
    );
    expect(writes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await checkedKit({ store }).session('chat').plan()).todos).toEqual(todos('Turn 10'));
  });

  it('throws what the store throws, and an abort before it begins', async () => {
    const store = wrapStore(checkedStore(), {
      append: () => Promise.reject(new TodoError('store_unavailable', 'away')),
    });
    await expect(checkedKit({ store }).session('chat').startTurn()).rejects.toThrow('away');
    const signal = AbortSignal.abort(new Error('enough'));
    const kit = checkedKit();
    await expect(kit.session('chat').startTurn({ signal })).rejects.toThrow('enough');
    expect(await kit.store.list()).toEqual({ sessions: [] });
  });
});

describe('ending a turn', () => {
  it.each(['completed', 'aborted', 'error', 'interrupted'] as const)('as %s', async (kind) => {
    const kit = checkedKit();
    const turn = await kit.session('chat').startTurn();
    await turn.end(kind);
    expect(await outline(kit, 'chat')).toEqual(['turn/start', `turn/end:${kind}`]);
  });

  it('is refused for a kind that there is not, and the turn stays open', async () => {
    const kit = checkedKit();
    const turn = await kit.session('chat').startTurn();
    // A JavaScript caller has no compiler.
    await expect(turn.end('done' as never)).rejects.toThrow(/ends as completed, aborted, error/);
    await turn.end();
    expect(await outline(kit, 'chat')).toEqual(['turn/start', 'turn/end:completed']);
  });

  it('counts once', async () => {
    const kit = checkedKit();
    const turn = await kit.session('chat').startTurn();
    await Promise.all([turn.end('aborted'), turn.end('completed'), turn.end('error')]);
    await turn.end();
    expect(await outline(kit, 'chat')).toHaveLength(2);
  });

  it('does nothing to the turn that took over', async () => {
    const kit = checkedKit();
    const first = await kit.session('chat').startTurn();
    await kit.session('chat').startTurn();
    await first.end();
    expect((await kit.session('chat').plan()).turn).toEqual({ number: 2, open: true });
  });

  it('rejects when the store fails, and the next turn repairs it', async () => {
    const inner = checkedStore();
    let away = false;
    const store = wrapStore(inner, {
      append: (...args) =>
        away ? Promise.reject(new TodoError('store_unavailable', 'away')) : inner.append(...args),
    });
    const kit = checkedKit({ store });
    const turn = await kit.session('chat').startTurn();
    away = true;
    await expect(turn.end()).rejects.toThrow('away');
    away = false;
    await kit.session('chat').startTurn();
    expect(await outline(kit, 'chat')).toEqual([
      'turn/start',
      'turn/end:interrupted',
      'turn/start',
    ]);
  });

  it('by leaving its block: interrupted, unless it was ended before', async () => {
    const kit = checkedKit();
    {
      await using turn = await kit.session('left').startTurn();
      await write(turn.tools.todo_write, todos('A'));
    }
    {
      await using turn = await kit.session('ended').startTurn();
      await turn.end();
    }
    expect(await outline(kit, 'left')).toEqual([
      'turn/start',
      'todo/write',
      'turn/end:interrupted',
    ]);
    expect(await outline(kit, 'ended')).toEqual(['turn/start', 'turn/end:completed']);
  });

  it('by leaving its block while the store is away: reported, and what the block threw comes through', async () => {
    const inner = checkedStore();
    let away = false;
    const store = wrapStore(inner, {
      append: (...args) => (away ? Promise.reject(new Error('away')) : inner.append(...args)),
    });
    const reported: unknown[] = [];
    const kit = checkedKit({ store, onError: (...args) => void reported.push(args) });
    const block = async () => {
      await using _turn = await kit.session('chat').startTurn();
      away = true;
      throw new Error('from the block');
    };
    await expect(block()).rejects.toThrow('from the block');
    expect(reported).toEqual([[new Error('away'), { during: 'turn/end', sessionId: 'chat' }]]);
  });
});
