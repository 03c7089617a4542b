import { describe, expect, it } from 'vitest';
import { checkedKit, checkedStore, todos, write } from '../support/kit.ts';
import { wrapStore } from '../support/stores.ts';

/** Appends events that say nothing about the plan. */
async function addNotes(kit: ReturnType<typeof checkedKit>, count: number) {
  const { asOfSeq } = await kit.session('chat').plan();
  const notes = Array.from({ length: count }, (_, i) => ({
    time: 0,
    type: 'host/note',
    data: { i },
    id: `note-${i}`,
  }));
  await kit.store.append('chat', notes, { expectedVersion: asOfSeq + 1 });
}

describe('a snapshot', () => {
  it('of a session that does not exist is empty', async () => {
    const { session } = checkedKit();
    expect(await session('chat').snapshot({ tail: 5 })).toEqual({
      plan: await session('chat').plan(),
      events: [],
      uid: null,
    });
  });

  it.each([0, 1, 5, 30, 100])('has the plan, and %i events of the same moment', async (tail) => {
    const kit = checkedKit();
    const session = kit.session('chat');
    const { tools } = await session.startTurn();
    await write(tools.todo_write, todos('A*', 'B'));
    await addNotes(kit, 40);
    const snapshot = await session.snapshot({ tail });
    expect(snapshot.plan).toEqual(await session.plan());
    expect(snapshot.plan.todos).toEqual(todos('A*', 'B'));
    expect(snapshot.events).toHaveLength(Math.min(tail, 42));
    const lastSeq = snapshot.events.at(-1)?.seq;
    expect(lastSeq).toBe(tail === 0 ? undefined : snapshot.plan.asOfSeq);
  });

  it('keeps to one moment while others write', async () => {
    const store = checkedStore();
    const kit = checkedKit({ store });
    const { tools } = await kit.session('chat').startTurn();
    await write(tools.todo_write, todos('A'));
    await addNotes(kit, 40);
    const writesWhileRead = wrapStore(store, {
      async tail(...args) {
        const slice = await store.tail(...args);
        await write(tools.todo_write, todos('B'));
        return slice;
      },
    });
    const session = checkedKit({ store: writesWhileRead }).session('chat');
    const { plan, events } = await session.snapshot({ tail: 2 });
    expect(plan).toMatchObject({ todos: todos('A'), asOfSeq: 41 });
    expect(events.map(({ seq }) => seq)).toEqual([40, 41]);
  });

  it('is of one life of a session: one that is made anew meanwhile is read anew', async () => {
    const store = checkedStore();
    const kit = checkedKit({ store });
    await kit.session('chat').startTurn();
    await addNotes(kit, 40);
    let replaced = false;
    const replacing = wrapStore(store, {
      async tail(...args) {
        const slice = await store.tail(...args);
        if (!replaced) {
          replaced = true;
          await kit.session('chat').delete();
          await kit.session('chat').runTurn(async (turn) => turn.write(todos('New')));
        }
        return slice;
      },
    });
    const session = checkedKit({ store: replacing }).session('chat');
    const { plan, events, uid } = await session.snapshot({ tail: 10 });
    expect(plan).toMatchObject({ todos: todos('New'), asOfSeq: 2 });
    expect(events).toHaveLength(3);
    expect(uid).toBe((await store.read('chat'))?.header.uid);
  });

  it.each([-1, 1.5, Number.NaN, Infinity])('refuses a tail of %s', async (tail) => {
    await expect(checkedKit().session('chat').snapshot({ tail })).rejects.toMatchObject({
      code: 'invalid_option',
    });
  });
});
