import { describe, expect, it } from 'vitest';
import { call, checkedKit, refusal, todos, write } from '../support/kit.ts';

async function turnOf(options = {}) {
  const kit = checkedKit(options);
  const session = kit.session('chat');
  const turn = await session.startTurn();
  const send = (input: unknown) => call(turn.tools.todo_write, input);
  return { kit, session, send, turn };
}

describe('the rule of one active item', () => {
  const parallel = todos('A*', 'B*');

  it('refuses with its fixed line where the policy is false', async () => {
    const { send } = await turnOf();
    expect(await refusal(send({ todos: parallel }))).toBe(
      'Error: invalid todos: at most one task may be in_progress (got 2)',
    );
  });

  it('does not exist where the policy is true', async () => {
    const { send } = await turnOf({ allowParallelInProgress: true });
    expect((await send({ todos: parallel })).counts.inProgress).toBe(2);
  });

  it('is not in the log: a plan written under one policy stands under the other', async () => {
    const { store } = await (async () => {
      const { kit, send } = await turnOf({ allowParallelInProgress: true });
      await send({ todos: parallel });
      return kit;
    })();
    const strict = checkedKit({ store, allowParallelInProgress: false });
    expect((await strict.session('chat').plan()).todos).toEqual(parallel);
  });
});

describe('an accepted call', () => {
  it('changes nothing but the space around a content', async () => {
    const { turn, session } = await turnOf();
    const odd = '\u202eDe\u0000ploy\u001b[31m "x"\n- [ ] y';
    const { todos: stored } = await write(turn.tools.todo_write, [
      { content: `\n ${odd}\u00a0`, status: 'in_progress' },
    ]);
    expect(stored).toEqual([{ content: odd, status: 'in_progress' }]);
    expect((await session.plan()).todos).toEqual(stored);
  });

  it('tells the application what left the plan unfinished', async () => {
    const { send } = await turnOf();
    await send({ todos: todos('A', 'B*', 'C', 'D+') });
    const { dropped } = await send({ todos: todos('B part 1*', 'C+') });
    expect(dropped).toEqual(todos('A', 'B*'));
    expect((await send({ todos: todos('B part 1*', 'C+') })).dropped).toEqual([]);
  });

  it('counts a task as kept also when its text is encoded in another way', async () => {
    const { send } = await turnOf();
    await send({ todos: todos('caf\u00e9') });
    expect((await send({ todos: todos('cafe\u0301', 'B') })).dropped).toEqual([]);
  });

  it('clears with an empty list, which is not the same as never planned', async () => {
    const { send, session, kit } = await turnOf();
    expect((await session.plan()).todos).toBeNull();
    await send({ todos: todos('A', 'B+') });
    expect(await send({ todos: [] })).toEqual({
      todos: [],
      counts: { pending: 0, inProgress: 0, completed: 0 },
      dropped: todos('A'),
    });
    expect((await kit.session('chat').plan()).todos).toEqual([]);
  });
});
