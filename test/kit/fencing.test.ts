import { describe, expect, it } from 'vitest';
import type { TodoTurnContext } from '../../src/index.ts';
import { checkedKit, checkedStore, outline, refusal, todos, write } from '../support/kit.ts';
import { gatedStore } from '../support/stores.ts';

const closed = (reason: string) =>
  `Error: todo_write requires an open turn: ${reason}; nothing was written`;

describe('a turn that is over', () => {
  it('cannot write after it ended', async () => {
    const kit = checkedKit();
    const turn = await kit.session('chat').startTurn();
    await turn.end();
    expect(await refusal(write(turn.tools.todo_write, todos('A')))).toBe(
      closed('turn 1 has ended'),
    );
    expect(await outline(kit, 'chat')).toEqual(['turn/start', 'turn/end:completed']);
  });

  it('cannot write after the next one began', async () => {
    const kit = checkedKit();
    const session = kit.session('chat');
    const first = await session.startTurn();
    await session.startTurn();
    expect(await refusal(write(first.tools.todo_write, todos('A')))).toBe(
      closed('turn 1 was superseded by turn 2'),
    );
    expect(await outline(kit, 'chat')).toEqual([
      'turn/start',
      'turn/end:interrupted',
      'turn/start',
    ]);
  });

  it.each(['the same kit', 'another kit'])(
    'cannot write with an append that is already waiting, when %s goes on',
    async (who) => {
      const inner = checkedStore();
      const { store, gate } = gatedStore(inner);
      const kit = checkedKit({ store });
      const turn = await kit.session('chat').startTurn();
      const late = refusal(write(turn.tools.todo_write, todos('Late')));
      await expect.poll(() => gate.held).toBe(1);
      const other = who === 'the same kit' ? kit : checkedKit({ store: inner });
      await other.session('chat').startTurn();
      gate.open();
      expect(await late).toBe(closed('turn 1 was superseded by turn 2'));
      expect((await kit.session('chat').plan()).todos).toBeNull();
    },
  );

  it('cannot write with an append that is already waiting when it ends', async () => {
    const { store, gate } = gatedStore(checkedStore());
    const turn = await checkedKit({ store }).session('chat').startTurn();
    const late = refusal(write(turn.tools.todo_write, todos('Late')));
    await expect.poll(() => gate.held).toBe(1);
    await turn.end('aborted');
    gate.open();
    expect(await late).toBe(closed('turn 1 has ended'));
  });

  it('cannot write with calls that wait in line behind such an append', async () => {
    const { store, gate } = gatedStore(checkedStore());
    const kit = checkedKit({ store });
    const turn = await kit.session('chat').startTurn();
    const late = ['A', 'B', 'C'].map((item) => refusal(write(turn.tools.todo_write, todos(item))));
    await expect.poll(() => gate.held).toBe(1);
    await kit.session('chat').startTurn();
    gate.open();
    expect(await Promise.all(late)).toEqual(
      Array(3).fill(closed('turn 1 was superseded by turn 2')),
    );
    expect(await outline(kit, 'chat')).toEqual([
      'turn/start',
      'turn/end:interrupted',
      'turn/start',
    ]);
  });

  it('does not hold up the next turn with a call that hangs', async () => {
    let isHung = true;
    const kit = checkedKit({
      validate: () => (isHung ? new Promise<undefined>(() => {}) : undefined),
    });
    const first = await kit.session('chat').startTurn();
    const stop = new AbortController();
    const hung = write(first.tools.todo_write, todos('Hung'), { signal: stop.signal });
    await Promise.resolve();
    const second = await kit.session('chat').startTurn();
    isHung = false;
    await write(second.tools.todo_write, todos('Goes on'));
    expect((await kit.session('chat').plan()).todos).toEqual(todos('Goes on'));
    stop.abort(new Error('enough'));
    await expect(hung).rejects.toThrow('enough');
  });

  it('cannot write after its session was deleted', async () => {
    const kit = checkedKit();
    const session = kit.session('chat');
    const turn = await session.startTurn();
    await session.delete();
    expect(await refusal(write(turn.tools.todo_write, todos('A')))).toBe(
      closed('the session of turn 1 does not exist any more'),
    );
    expect(await kit.store.list()).toEqual({ sessions: [] });
  });

  it.each(['the same kit', 'another kit'])(
    'cannot write after its session was deleted and made anew by %s, which has a turn 1 again',
    async (who) => {
      const kit = checkedKit();
      const other = who === 'the same kit' ? kit : checkedKit({ store: kit.store });
      const turn = await kit.session('chat').startTurn();
      await other.session('chat').delete();
      const anew = await other.session('chat').startTurn();
      expect(anew.number).toBe(1);
      expect(await refusal(write(turn.tools.todo_write, todos('A')))).toBe(
        closed('turn 1 is not part of this session any more'),
      );
      await turn.end();
      expect(await outline(kit, 'chat')).toEqual(['turn/start']);
      await write(anew.tools.todo_write, todos('B'));
      expect((await kit.session('chat').plan()).todos).toEqual(todos('B'));
    },
  );

  it('cannot answer a replay either: fencing comes first', async () => {
    const kit = checkedKit();
    const turn = await kit.session('chat').startTurn();
    await write(turn.tools.todo_write, todos('A'), { callId: 'same' });
    await checkedKit({ store: kit.store }).session('chat').startTurn();
    const replay = write(turn.tools.todo_write, todos('A'), { callId: 'same' });
    expect(await refusal(replay)).toBe(closed('turn 1 was superseded by turn 2'));
  });
});

describe("a turn's context", () => {
  it('is plain JSON, with which another process can write and end the turn', async () => {
    const kit = checkedKit();
    const turn = await kit.session('chat').startTurn();
    await write(turn.tools.todo_write, todos('A'));
    const context = JSON.parse(JSON.stringify(turn.context)) as TodoTurnContext;
    expect(Object.keys(context).toSorted()).toEqual(['sessionId', 'start', 'turn']);
    expect((await kit.store.read('chat'))?.events[0]?.id).toBe(context.start);

    const elsewhere = checkedKit({ store: kit.store });
    await write(elsewhere.tools.todo_write, todos('A+'), { context });
    await elsewhere.session('chat').resumeTurn(context).end();
    expect(await outline(kit, 'chat')).toEqual([
      'turn/start',
      'todo/write',
      'todo/write',
      'turn/end:completed',
    ]);
    expect(await refusal(write(elsewhere.tools.todo_write, todos('B'), { context }))).toBe(
      closed('turn 1 has ended'),
    );
  });

  it.each([{ turn: 99 }, { turn: 0 }, { turn: undefined }, { start: '' }, { start: undefined }])(
    'is worth nothing when a part of it is changed: %j',
    async (change) => {
      const kit = checkedKit();
      const turn = await kit.session('chat').startTurn();
      const context = { ...turn.context, ...change };
      const text = await refusal(write(kit.tools.todo_write, todos('A'), { context }));
      expect(text).toMatch(/^Error: todo_write requires (an open turn|the whole context)/);
      const end = async () => {
        // A context from elsewhere has no type.
        await kit
          .session('chat')
          .resumeTurn(context as TodoTurnContext)
          .end();
      };
      const outcome = await end().then(() => 'nothing to end', String);
      expect(outcome).toMatch(/nothing to end|whole turn\.context/);
      expect(await outline(kit, 'chat')).toEqual(['turn/start']);
    },
  );

  it('is refused by the session of another', async () => {
    const kit = checkedKit();
    const { context } = await kit.session('chat').startTurn();
    expect(() => kit.session('other').resumeTurn(context)).toThrow(/belongs to session "chat"/);
  });

  it('works after a turn of any length, read anew', async () => {
    const kit = checkedKit();
    const { context, tools } = await kit.session('chat').startTurn();
    for (let i = 0; i < 100; i += 1) await write(tools.todo_write, todos(`Task ${i}`));
    const elsewhere = checkedKit({ store: kit.store });
    await write(elsewhere.tools.todo_write, todos('Last'), { context });
    expect(await kit.session('chat').plan()).toMatchObject({ todos: todos('Last'), asOfSeq: 101 });
    const forged = { ...context, start: 'another' };
    expect(await refusal(write(elsewhere.tools.todo_write, todos('X'), { context: forged }))).toBe(
      closed('turn 1 is not part of this session any more'),
    );
  });
});
