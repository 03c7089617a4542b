import { describe, expect, it } from 'vitest';
import { projectTodos, type SessionEvent } from '../../src/index.ts';
import { checkedKit, checkedStore, todos, write } from '../support/kit.ts';
import { wrapStore } from '../support/stores.ts';

const none = { pending: 0, inProgress: 0, completed: 0 };

describe('the plan of a session', () => {
  it('that does not exist is empty', async () => {
    const plan = await checkedKit().session('chat').plan();
    expect(plan).toEqual({ todos: null, counts: none, asOfSeq: -1, turn: null });
  });

  it('can be had as of every event, and equals what a whole read projects', async () => {
    const kit = checkedKit();
    const session = kit.session('chat');
    for (let turn = 0; turn < 3; turn += 1) {
      await session.runTurn(async ({ tools }) => {
        for (let i = 0; i < turn * 3; i += 1) await write(tools.todo_write, todos(`${turn}.${i}`));
      });
    }
    const events: SessionEvent[] = [];
    for await (const event of session.events()) events.push(event);
    for (let atSeq = -1; atSeq < events.length; atSeq += 1) {
      expect(await session.plan({ atSeq })).toEqual(projectTodos(events.slice(0, atSeq + 1)));
    }
    expect(await session.plan({ atSeq: 999 })).toEqual(projectTodos(events));
    expect(await session.plan()).toEqual(projectTodos(events));
  });

  it.each([-2, 1.5, Number.NaN])('cannot be had as of no place at all: %j', async (atSeq) => {
    await expect(checkedKit().session('chat').plan({ atSeq })).rejects.toThrow(
      /atSeq must be a seq/,
    );
  });

  it('goes back by an event of its own: the log is not cut, and the later write wins', async () => {
    const session = checkedKit().session('chat');
    const turn = await session.startTurn();
    await write(turn.tools.todo_write, todos('V1*'));
    const { asOfSeq } = await session.plan();
    await write(turn.tools.todo_write, todos('V1+', 'V2*'));
    const before = await session.plan({ atSeq: asOfSeq });
    await turn.write(before.todos ?? []);
    expect(await session.plan()).toMatchObject({ todos: todos('V1*'), asOfSeq: 3 });
    await write(turn.tools.todo_write, todos('V3'));
    expect((await session.plan()).todos).toEqual(todos('V3'));
  });

  it('is read from the end of the log, in one round trip, however long it is', async () => {
    const inner = checkedStore();
    const reads: unknown[] = [];
    const store = wrapStore(inner, {
      tail(id, limit, options) {
        reads.push({ limit });
        return inner.tail(id, limit, options);
      },
      read(id, options) {
        reads.push(options);
        return inner.read(id, options);
      },
    });
    const session = checkedKit({ store }).session('chat');
    const turn = await session.startTurn();
    for (const length of [1, 500]) {
      for (let i = 0; i < length; i += 1) await write(turn.tools.todo_write, todos(`Task ${i}`));
      reads.length = 0;
      await session.plan();
      expect(reads).toEqual([{ limit: 2 }]);
    }
  });

  it('is found behind a long run of events that are not ours', async () => {
    const kit = checkedKit();
    const { tools } = await kit.session('chat').startTurn();
    await write(tools.todo_write, todos('A'));
    const chunks = Array.from({ length: 3000 }, (_, i) => ({
      type: 'host/chunk',
      time: 1,
      data: { i },
    }));
    await kit.store.append('chat', chunks, { expectedVersion: 2 });
    expect(await kit.session('chat').plan()).toMatchObject({ todos: todos('A'), asOfSeq: 3001 });
  });

  it.each(['tied to its turn', 'on its own'])(
    'is not written by a call %s that reads while the session is made anew',
    async (how) => {
      const inner = checkedStore();
      const other = checkedKit({ store: inner });
      const turn = await other.session('chat').startTurn();
      for (let i = 0; i < 60; i += 1) await write(turn.tools.todo_write, todos(`Old ${i}`));
      let reads = 0;
      const store = wrapStore(inner, {
        async read(id, options) {
          if ((reads += 1) === 2) {
            await inner.delete('chat');
            await other.session('chat').startTurn();
          }
          return inner.read(id, options);
        },
      });
      const kit = checkedKit({ store });
      const context = how === 'on its own' ? { sessionId: 'chat' } : turn.context;
      const text = await write(kit.tools.todo_write, todos('Mine'), { context }).then(
        ({ todos: stored }) => JSON.stringify(stored),
        String,
      );
      expect(text).toBe(
        how === 'on its own'
          ? JSON.stringify(todos('Mine'))
          : 'Error: todo_write requires an open turn: turn 1 is not part of this session any more; nothing was written',
      );
      await kit.session('chat').resumeTurn(turn.context).end();
      expect((await kit.session('chat').plan()).turn).toEqual({ number: 1, open: true });
    },
  );

  it('costs a write no read while nobody else writes', async () => {
    const inner = checkedStore();
    let reads = 0;
    const count = <T>(value: T) => {
      reads += 1;
      return value;
    };
    const store = wrapStore(inner, {
      tail: (...args) => count(inner.tail(...args)),
      read: (...args) => count(inner.read(...args)),
    });
    const { tools } = await checkedKit({ store }).session('chat').startTurn();
    reads = 0;
    for (let i = 0; i < 50; i += 1) await write(tools.todo_write, todos(`Task ${i}`));
    expect(reads).toBe(0);
  });
});

describe('the events of a session', () => {
  it('come in order, from any place, in pages', async () => {
    const kit = checkedKit();
    const { tools } = await kit.session('chat').startTurn();
    for (let i = 0; i < 600; i += 1) await write(tools.todo_write, todos(`Task ${i}`));
    const seqs: number[] = [];
    for await (const { seq } of kit.session('chat').events({ fromSeq: 5 })) seqs.push(seq);
    expect(seqs).toEqual(Array.from({ length: 596 }, (_, i) => i + 5));
  });

  it('are none for a session that does not exist, and an abort is no end', async () => {
    const session = checkedKit().session('chat');
    for await (const event of session.events()) expect.unreachable(event.type);
    await session.startTurn();
    const signal = AbortSignal.abort(new Error('enough'));
    const reading = async () => {
      for await (const event of session.events({ signal })) expect.unreachable(event.type);
    };
    await expect(reading()).rejects.toThrow('enough');
  });

  it('of one session are never mixed with those of the one that took its name', async () => {
    const kit = checkedKit();
    const session = kit.session('chat');
    const { tools } = await session.startTurn();
    for (let i = 0; i < 300; i += 1) await write(tools.todo_write, todos(`Task ${i}`));
    const reading = async () => {
      for await (const { seq } of session.events()) {
        if (seq !== 0) continue;
        await session.delete();
        const { tools: anew } = await session.startTurn();
        for (let i = 0; i < 300; i += 1) await write(anew.todo_write, todos(`Other ${i}`));
      }
    };
    await expect(reading()).rejects.toThrow(/was deleted or made anew/);
  });
});
