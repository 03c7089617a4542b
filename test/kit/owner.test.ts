import { describe, expect, it } from 'vitest';
import { createTodoTool, type TodoToolContext } from '../../src/index.ts';
import {
  call,
  checkedKit,
  checkedStore,
  eventsOf,
  outline,
  refusal,
  todos,
  write,
} from '../support/kit.ts';

const NO_SESSION = 'Error: todo_write requires an owning agent session';
const options = { allowParallelInProgress: false };

describe('a call without an owner', () => {
  const contexts: readonly unknown[] = [
    undefined,
    null,
    {},
    { sessionId: '' },
    { sessionId: 5 },
    { sessionId: null },
    { sessionId: ['chat'] },
    'chat',
    ['chat'],
    { todo_write: { sessionId: 'chat' } },
  ];

  it.each(contexts)('is refused through the tools of a kit: %j', async (context) => {
    const { tools, store } = checkedKit();
    expect(await refusal(write(tools.todo_write, todos('A'), { context }))).toBe(NO_SESSION);
    expect(await store.list()).toEqual({ sessions: [] });
  });

  it.each(contexts)('is refused through a tool that is not bound: %j', async (context) => {
    const store = checkedStore();
    const tool = createTodoTool({ ...options, store });
    expect(await refusal(write(tool, todos('A'), { context }))).toBe(NO_SESSION);
    expect(await store.list()).toEqual({ sessions: [] });
  });

  it.each([['', 5, null]])('is refused through a tool bound to nothing: %j', async (sessionId) => {
    const store = checkedStore();
    // A wrong type on purpose: JavaScript callers have no compiler.
    const tool = createTodoTool({ ...options, store, sessionId: sessionId as string });
    expect(await refusal(write(tool, todos('A')))).toBe(NO_SESSION);
    expect(await store.list()).toEqual({ sessions: [] });
  });

  it('is told so last, after what is wrong with the list', async () => {
    const { tools } = checkedKit();
    expect(await refusal(write(tools.todo_write, todos('A', 'A')))).toBe(
      [
        'Error: invalid todos: duplicate content "A"',
        'todos[1]: duplicate content "A"',
        'todos: todo_write requires an owning agent session',
      ].join('\n'),
    );
  });

  it('is refused for an id that no store accepts, with a line of its own', async () => {
    const { tools, store } = checkedKit();
    for (const sessionId of ['x'.repeat(513), 'a\ud800']) {
      const text = await refusal(write(tools.todo_write, todos('A'), { context: { sessionId } }));
      expect(text).toBe(
        'Error: todo_write requires a valid session id (a well-formed string of at most 512 characters)',
      );
    }
    expect(await store.list()).toEqual({ sessions: [] });
  });

  it('is told that only half of a turn was given after what is wrong with the list', async () => {
    const { tools } = checkedKit();
    const context = { sessionId: 'chat', turn: 1 };
    expect(await refusal(write(tools.todo_write, todos('A', 'A'), { context }))).toBe(
      [
        'Error: invalid todos: duplicate content "A"',
        'todos[1]: duplicate content "A"',
        'todos: todo_write requires the whole context of a turn (sessionId, turn, start) or a sessionId alone',
      ].join('\n'),
    );
  });

  it('is refused where only half of a turn is given', async () => {
    const { tools, store } = checkedKit();
    for (const half of [
      { turn: 1 },
      { start: 'x' },
      { turn: '1', start: 'x' },
      { turn: 0, start: 'x' },
    ]) {
      const context = { sessionId: 'chat', ...half };
      expect(await refusal(write(tools.todo_write, todos('A'), { context }))).toBe(
        'Error: todo_write requires the whole context of a turn (sessionId, turn, start) or a sessionId alone',
      );
    }
    expect(await store.list()).toEqual({ sessions: [] });
  });
});

describe('a call with a session and no turn', () => {
  const context: TodoToolContext = { sessionId: 'chat' };

  it('opens a turn in the same append and leaves it open', async () => {
    const kit = checkedKit();
    await write(kit.tools.todo_write, todos('A'), { context });
    await write(kit.tools.todo_write, todos('A', 'B'), { context });
    expect(await outline(kit, 'chat')).toEqual(['turn/start', 'todo/write', 'todo/write']);
    const slice = await kit.store.read('chat');
    expect(slice?.events.map(({ more }) => more)).toEqual([true, undefined, undefined]);
    expect(await kit.session('chat').plan()).toMatchObject({
      todos: todos('A', 'B'),
      turn: { number: 1, open: true },
    });
  });

  it('writes into the turn that is open', async () => {
    const kit = checkedKit();
    const turn = await kit.session('chat').startTurn();
    await write(kit.tools.todo_write, todos('A'), { context });
    await turn.end();
    expect(await outline(kit, 'chat')).toEqual(['turn/start', 'todo/write', 'turn/end:completed']);
  });

  it('opens the next turn after the last one ended', async () => {
    const kit = checkedKit();
    await kit.session('chat').runTurn(({ tools }) => write(tools.todo_write, todos('A')));
    const { dropped } = await write(kit.tools.todo_write, todos('B'), { context });
    expect(dropped).toEqual([]);
    expect(await kit.session('chat').plan()).toMatchObject({
      todos: todos('B'),
      turn: { number: 2, open: true },
    });
  });

  it('works the same for a tool that is bound to its session', async () => {
    const store = checkedStore();
    const tool = createTodoTool({ ...options, store, sessionId: 'chat' });
    await call(tool, { todos: todos('A') }, { context: { sessionId: 'another' } });
    expect((await store.list()).sessions.map(({ id }) => id)).toEqual(['chat']);
  });

  it('opens exactly one turn when many calls come at once', async () => {
    const kit = checkedKit();
    await Promise.all(
      todos('A', 'B', 'C').map((item) => write(kit.tools.todo_write, [item], { context })),
    );
    expect(await outline(kit, 'chat')).toEqual([
      'turn/start',
      'todo/write',
      'todo/write',
      'todo/write',
    ]);
    expect((await kit.session('chat').plan()).todos).toEqual(todos('C'));
  });
});

describe('a subagent', () => {
  it('has its own session, linked to its parent, and never touches its plan', async () => {
    const kit = checkedKit();
    const parent = kit.session('parent');
    await parent.runTurn(async ({ tools }) => {
      await write(tools.todo_write, todos('A*', 'B'));
      const child = kit.session('child', { parentSession: 'parent' });
      await child.runTurn((turn) => write(turn.tools.todo_write, todos('X')));
      expect((await parent.plan()).todos).toEqual(todos('A*', 'B'));
      expect((await child.plan()).todos).toEqual(todos('X'));
    });
    expect((await kit.store.read('child'))?.header.parentSession).toBe('parent');
    expect((await kit.store.read('parent'))?.header).not.toHaveProperty('parentSession');
    expect(await eventsOf(kit, 'parent')).toHaveLength(3);
  });

  it('is linked also when its first event is a write outside of any turn', async () => {
    const kit = checkedKit();
    const child = kit.session('child', { parentSession: 'parent' });
    const turn = await child.startTurn();
    await turn.write(todos('X'));
    expect((await kit.store.read('child'))?.header.parentSession).toBe('parent');
  });
});

describe('a session handle', () => {
  it.each(['', 'x'.repeat(513), '\udc00'])(
    'is refused for an id that no store accepts: %j',
    (id) => {
      expect(() => checkedKit().session(id)).toThrow(/session id must be/);
      expect(() => checkedKit().session('ok', { parentSession: id })).toThrow(/session id must be/);
    },
  );

  it('does no I/O and creates nothing', async () => {
    const { session, store } = checkedKit();
    session('chat');
    expect(await store.list()).toEqual({ sessions: [] });
  });
});

describe('a factory', () => {
  it.each([undefined, null, 'true', 1])('insists on the choice of policy: %j', (value) => {
    const bad = { store: checkedStore(), allowParallelInProgress: value as never };
    expect(() => createTodoTool(bad)).toThrow(/`allowParallelInProgress` must be true or false/);
    expect(() => checkedKit(bad)).toThrow(/`allowParallelInProgress` must be true or false/);
  });

  it('insists on options', () => {
    // JavaScript callers have no compiler.
    expect(() => createTodoTool(undefined as never)).toThrow(/`options` must be an object/);
  });

  it.each([undefined, null, {}, 'memory:'])('insists on a store: %j', (value) => {
    // JavaScript callers have no compiler.
    const bad = { store: value as never, allowParallelInProgress: true };
    expect(() => createTodoTool(bad)).toThrow(/`store` must be a SessionStore/);
  });

  it.each([0, -1, 1.5, Number.NaN, '5'])(
    'insists on limits that are whole numbers: %j',
    (value) => {
      for (const limits of [{ maxTodos: value as number }, { maxContentLength: value as number }]) {
        expect(() => checkedKit({ limits })).toThrow(/must be a whole number from 1 on/);
      }
    },
  );
});
