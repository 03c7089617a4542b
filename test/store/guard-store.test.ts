import { describe, expect, it } from 'vitest';
import {
  checkSession,
  createTodoKit,
  guardStore,
  InvariantViolationError,
  memoryStore,
  VersionConflictError,
  type NewSessionEvent,
} from '../../src/index.ts';
import { todos, write } from '../support/kit.ts';
import { wrapStore } from '../support/stores.ts';

const start = (turn: number): NewSessionEvent => ({ type: 'turn/start', time: 1, data: { turn } });
const list = (...items: string[]): NewSessionEvent => ({
  type: 'todo/write',
  time: 1,
  data: { todos: todos(...items) },
});

/** A guarded memory store, and what the guard reads of it. */
function guarded() {
  const inner = memoryStore();
  const reads: unknown[] = [];
  const store = guardStore(
    wrapStore(inner, {
      read(id, options) {
        reads.push(options?.fromSeq);
        return inner.read(id, options);
      },
    }),
  );
  return { inner, store, reads };
}

describe('a guarded store', () => {
  it.each([
    ['a write outside of a turn', [list('A')], 'write-in-turn'],
    ['a turn out of order', [start(2)], 'turn-order'],
    ['a list with a doubled task', [start(1), list('A', 'A')], 'todo-unique'],
    ['an event of a bad shape', [start(1), { type: 'turn/end', time: 1, data: {} }], 'event-shape'],
  ])('refuses %s before anything is stored', async (_name, events, rule) => {
    const { store } = guarded();
    const error: unknown = await store
      .append('chat', events, { expectedVersion: 0 })
      .catch((thrown: unknown) => thrown);
    expect(InvariantViolationError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ code: 'invariant_violated', violations: [{ rule }] });
    expect(await store.read('chat')).toBeNull();
  });

  it('takes good appends after a refused one', async () => {
    const { store } = guarded();
    await store.append('chat', [start(1)], { expectedVersion: 0 });
    await expect(store.append('chat', [start(2)], { expectedVersion: 1 })).rejects.toThrow(
      /event 1 breaks turn-order/,
    );
    await store.append('chat', [list('A')], { expectedVersion: 1 });
    expect((await checkSession(store, 'chat')).violations).toEqual([]);
  });

  it('reads a session once, and nothing for each append after that', async () => {
    const { inner, store, reads } = guarded();
    const many = Array.from({ length: 600 }, (_, i) => list(`Task ${i}`));
    await inner.append('chat', [start(1), ...many], { expectedVersion: 0 });
    for (let i = 0; i < 20; i += 1) {
      await store.append('chat', [list(`More ${i}`)], { expectedVersion: 601 + i });
    }
    expect(reads).toEqual([0, 256, 512]);
  });

  it('reads only what another writer added, and the event before it, which has to stand there still', async () => {
    const { inner, store, reads } = guarded();
    await store.append('chat', [start(1)], { expectedVersion: 0 });
    await store.append('chat', [list('A')], { expectedVersion: 1 });
    await inner.append('chat', [list('B')], { expectedVersion: 2 });
    reads.length = 0;
    await store.append('chat', [list('C')], { expectedVersion: 3 });
    expect(reads).toEqual([1]);
  });

  it('takes no more appends to a session that is broken, and lets it be read, checked and deleted', async () => {
    const { inner, store } = guarded();
    await inner.append('chat', [start(1), start(3)], { expectedVersion: 0 });
    for (let i = 0; i < 2; i += 1) {
      await expect(store.append('chat', [list('A')], { expectedVersion: 2 })).rejects.toMatchObject(
        { violations: [{ rule: 'turn-order', seq: 1 }] },
      );
    }
    expect((await store.tail('chat', 1))?.version).toBe(2);
    expect((await checkSession(store, 'chat')).violations).toHaveLength(1);
    await store.delete('chat');
    await store.append('chat', [start(1)], { expectedVersion: 0 });
  });

  it('leaves conflicts and repeats to the store', async () => {
    const { store } = guarded();
    const first = { ...start(1), id: 'first' };
    await store.append('chat', [first], { expectedVersion: 0 });
    const { uid } = await store.append('chat', [list('A')], { expectedVersion: 1 });
    expect(await store.append('chat', [first], { expectedVersion: 0 })).toEqual({
      version: 1,
      uid,
    });
    await expect(store.append('chat', [list('B')], { expectedVersion: 1 })).rejects.toThrow(
      VersionConflictError,
    );
    await expect(store.append('chat', [list('B')], { expectedVersion: 9 })).rejects.toThrow(
      VersionConflictError,
    );
  });

  it('never takes a session that was made anew for the one it checked', async () => {
    const { inner, store } = guarded();
    await store.append('chat', [start(1)], { expectedVersion: 0 });
    await inner.delete('chat');
    await inner.append('chat', [{ type: 'host/note', time: 1, data: 1 }], { expectedVersion: 0 });
    await expect(store.append('chat', [list('A')], { expectedVersion: 1 })).rejects.toThrow(
      VersionConflictError,
    );
    expect((await store.read('chat'))?.version).toBe(1);
  });

  it.each(['with', 'without'])(
    'forgets a session of equal length that was made anew behind its back, %s the uid to expect',
    async (how) => {
      const { inner, store } = guarded();
      const end: NewSessionEvent = {
        type: 'turn/end',
        time: 1,
        data: { turn: 1, reason: { kind: 'completed' } },
      };
      await store.append('chat', [start(1), end], { expectedVersion: 0 });
      await inner.delete('chat');
      const { uid } = await inner.append('chat', [start(1), list('A')], { expectedVersion: 0 });
      const expectedUid = how === 'with' ? uid : undefined;
      await store.append('chat', [list('B')], { expectedVersion: 2, expectedUid });

      await inner.delete('chat');
      const anew = await inner.append('chat', [start(1), list('A'), end], { expectedVersion: 0 });
      const bad = store.append('chat', [list('C')], {
        expectedVersion: 3,
        expectedUid: how === 'with' ? anew.uid : undefined,
      });
      await expect(bad).rejects.toThrow(how === 'with' ? /write-in-turn/ : /made anew/);
      await expect(store.append('chat', [list('C')], { expectedVersion: 3 })).rejects.toThrow(
        /write-in-turn/,
      );
    },
  );

  it('lets everything through that a kit writes, under either policy', async () => {
    const { store } = guarded();
    for (const allowParallelInProgress of [true, false]) {
      const kit = createTodoKit({ store, allowParallelInProgress });
      const items = allowParallelInProgress ? ['A*', 'B*'] : ['A*', 'B'];
      await kit.session('chat').runTurn(({ tools }) => write(tools.todo_write, todos(...items)));
      await kit.session('chat').startTurn();
      await write(kit.tools.todo_write, todos('C'), { context: { sessionId: 'chat' } });
    }
    expect(await checkSession(store, 'chat')).toMatchObject({ violations: [], notes: [] });
  });
});
