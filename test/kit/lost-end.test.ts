import { describe, expect, it } from 'vitest';
import { createTodoKit, guardStore, type SessionStore } from '../../src/index.ts';
import { refusal, todos, write } from '../support/kit.ts';
import { fakeHarness } from '../stores/fake-spaces.ts';

/** Two kits over one place, as two servers are, whose store can come back from an older copy of its data. */
async function twoKits(wrap: (store: SessionStore) => SessionStore) {
  const harness = fakeHarness();
  const space = 'place';
  const open = async () =>
    createTodoKit({ store: wrap(await harness.open(space)), allowParallelInProgress: false });
  const rewind = (version: number) => harness.rewind({ space, sessionId: 'chat', version });
  return { here: await open(), elsewhere: await open(), rewind };
}

describe.each([
  ['a store', (store: SessionStore) => store],
  ['a guarded store', guardStore],
])('when %s lost the end of a log, and the log grew to the same length again', (_, wrap) => {
  it('a turn that began in the lost part cannot write into the one that stands there now', async () => {
    const { here, elsewhere, rewind } = await twoKits(wrap);
    await here.session('chat').runTurn((turn) => turn.write(todos('First')));
    const lost = await here.session('chat').startTurn();
    await write(lost.tools.todo_write, todos('Lost'));
    await rewind(3);
    const other = await elsewhere.session('chat').startTurn();
    await write(other.tools.todo_write, todos('Stands'));
    expect(other.number).toBe(lost.number);
    expect(await refusal(write(lost.tools.todo_write, todos('Late')))).toBe(
      'Error: todo_write requires an open turn: turn 2 is not part of this session any more; nothing was written',
    );
    await lost.end();
    const plan = await here.session('chat').plan();
    expect(plan).toMatchObject({ todos: todos('Stands'), turn: { number: 2, open: true } });
  });

  it('a turn that lost only writes goes on behind what stands there now', async () => {
    const { here, elsewhere, rewind } = await twoKits(wrap);
    const turn = await here.session('chat').startTurn();
    await write(turn.tools.todo_write, todos('Kept'));
    await write(turn.tools.todo_write, todos('Lost'));
    await rewind(2);
    await elsewhere.session('chat').resumeTurn(turn.context).write(todos('Kept', 'Elsewhere'));
    const { dropped } = await turn.write(todos('Kept'));
    expect(dropped).toEqual(todos('Elsewhere'));
  });

  it('a call whose write was lost is no replay', async () => {
    const { here, elsewhere, rewind } = await twoKits(wrap);
    const turn = await here.session('chat').startTurn();
    await write(turn.tools.todo_write, todos('A'), { callId: 'call_0' });
    await rewind(1);
    await elsewhere.session('chat').resumeTurn(turn.context).write(todos('B'));
    await write(turn.tools.todo_write, todos('A'), { callId: 'call_0' });
    expect(await here.session('chat').plan()).toMatchObject({ todos: todos('A'), asOfSeq: 2 });
  });
});

it('people who watch go on from what stands, whatever its length', async () => {
  const { here, elsewhere, rewind } = await twoKits((store) => store);
  const turn = await here.session('chat').startTurn();
  await turn.write(todos('Kept'));
  await turn.write(todos('Lost'));
  const stop = new AbortController();
  const seen: (string | undefined)[] = [];
  const watching = (async () => {
    for await (const plan of here.session('chat').watch({ signal: stop.signal, pollMs: 20 })) {
      seen.push(plan.todos?.[0]?.content);
    }
  })();
  await expect.poll(() => seen).toEqual(['Lost']);
  await rewind(2);
  await elsewhere.session('chat').resumeTurn(turn.context).write(todos('Stands'));
  await expect.poll(() => seen.at(-1)).toBe('Stands');
  stop.abort();
  await watching;
});
