import { describe, expect, it } from 'vitest';
import type { Plan, TodoValidateInfo } from '../../src/index.ts';
import { checkedKit, outline, refusal, todos, write } from '../support/kit.ts';

describe('validate', () => {
  it('sees the new list and what stands, after every check of the kit', async () => {
    const seen: [unknown, TodoValidateInfo][] = [];
    const kit = checkedKit({ validate: (next, info) => void seen.push([next, info]) });
    const { tools } = await kit.session('chat').startTurn();
    await refusal(write(tools.todo_write, todos('A', 'A')));
    await write(tools.todo_write, todos(' A '), { callId: 'c1' });
    await write(tools.todo_write, todos('B'), { callId: 'c2' });
    const info = { sessionId: 'chat', turn: 1 };
    expect(seen).toEqual([
      [todos('A'), { ...info, callId: 'c1', previous: null }],
      [todos('B'), { ...info, callId: 'c2', previous: todos('A') }],
    ]);
  });

  it.each(['at once', 'later'])('refuses with a reason that the model reads, %s', async (when) => {
    const validate = () => (when === 'later' ? Promise.resolve('ask first') : 'ask first');
    const kit = checkedKit({ validate });
    const { tools } = await kit.session('chat').startTurn();
    expect(await refusal(write(tools.todo_write, todos('A')))).toBe(
      'Error: invalid todos: ask first',
    );
    expect(await outline(kit, 'chat')).toEqual(['turn/start']);
  });

  it('that throws refuses, keeps its text to itself, and the error can be found', async () => {
    const secret = new Error('password is hunter2');
    const kit = checkedKit({ validate: () => Promise.reject(secret) });
    const { tools } = await kit.session('chat').startTurn();
    const result = write(tools.todo_write, todos('A'));
    expect(await refusal(result)).toBe(
      'Error: todo_write could not check the list: the application failed; the plan is unchanged (write_rejected)',
    );
    await expect(result).rejects.toMatchObject({ code: 'write_rejected', cause: secret });
  });

  it('is asked again with what stands now when another writer was faster', async () => {
    const asked: (string | undefined)[] = [];
    const kit = checkedKit({
      async validate(_next, { previous }) {
        asked.push(previous?.[0]?.content);
        if (asked.length === 1) await rival.write(todos('Rival'));
        return undefined;
      },
    });
    const turn = await kit.session('chat').startTurn();
    const rival = checkedKit({ store: kit.store }).session('chat').resumeTurn(turn.context);
    const { dropped } = await write(turn.tools.todo_write, todos('Mine'));
    expect(asked).toEqual([undefined, 'Rival']);
    expect(dropped).toEqual(todos('Rival'));
  });

  it.each([true, false, 0, {}])(
    'that answers no text refuses, since nobody knows what it means: %j',
    async (answer) => {
      // A JavaScript caller has no compiler.
      const kit = checkedKit({ validate: () => answer as never });
      const { tools } = await kit.session('chat').startTurn();
      expect(await refusal(write(tools.todo_write, todos('A')))).toMatch(/\(write_rejected\)$/);
    },
  );

  it('does not hold up an abort', async () => {
    const kit = checkedKit({ validate: () => new Promise(() => {}) });
    const { tools } = await kit.session('chat').startTurn();
    const stop = new AbortController();
    const result = write(tools.todo_write, todos('A'), { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(result).rejects.toThrow('enough');
    expect(await outline(kit, 'chat')).toEqual(['turn/start']);
  });

  it('cannot change the list that is stored', async () => {
    const kit = checkedKit({
      validate(next) {
        try {
          (next as unknown[]).length = 0; // a caller without types
        } catch {
          return undefined;
        }
        return 'the list could be changed';
      },
    });
    const { tools } = await kit.session('chat').startTurn();
    expect((await write(tools.todo_write, todos('A'))).todos).toEqual(todos('A'));
  });
});

describe('onWrite', () => {
  it('is told of each write after it is stored, in order, with the plan', async () => {
    const told: [Plan, unknown, number | undefined][] = [];
    const kit = checkedKit({
      async onWrite(plan, info) {
        told.push([plan, info, (await kit.session('chat').plan()).asOfSeq]);
      },
    });
    const { tools } = await kit.session('chat').startTurn();
    await write(tools.todo_write, todos('A*'), { callId: 'c1' });
    await write(tools.todo_write, todos('A+'), { callId: 'c2' });
    await expect.poll(() => told.length).toBe(2);
    expect(told.map(([plan, info]) => [plan.asOfSeq, plan.todos, info])).toEqual([
      [1, todos('A*'), { sessionId: 'chat', turn: 1, callId: 'c1' }],
      [2, todos('A+'), { sessionId: 'chat', turn: 1, callId: 'c2' }],
    ]);
    expect(told[0]?.[0].turn).toEqual({ number: 1, open: true });
    for (const [plan, , stored] of told) expect(stored).toBeGreaterThanOrEqual(plan.asOfSeq);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
  ])('that %s undoes nothing and is reported', async (_name, onWrite) => {
    const reported: unknown[] = [];
    const kit = checkedKit({ onWrite, onError: (...args) => void reported.push(args) });
    const { tools } = await kit.session('chat').startTurn();
    await write(tools.todo_write, todos('A'));
    expect((await kit.session('chat').plan()).todos).toEqual(todos('A'));
    await expect
      .poll(() => reported)
      .toEqual([[new Error('broken'), { during: 'onWrite', sessionId: 'chat' }]]);
  });

  it('that never ends holds up no call', async () => {
    const kit = checkedKit({ onWrite: () => new Promise(() => {}) });
    const { tools } = await kit.session('chat').startTurn();
    await write(tools.todo_write, todos('A'));
    expect((await write(tools.todo_write, todos('B'))).todos).toEqual(todos('B'));
  });

  it('is not told of refused calls', async () => {
    let told = 0;
    const kit = checkedKit({ onWrite: () => void (told += 1) });
    const { tools } = await kit.session('chat').startTurn();
    await refusal(write(tools.todo_write, todos('A', 'A')));
    expect(told).toBe(0);
  });
});

describe('the clock and the ids of the application', () => {
  it('are the ones in the log', async () => {
    let id = 0;
    const kit = checkedKit({ now: () => 1_764_520_000_000, generateId: () => `id-${(id += 1)}` });
    await kit
      .session('chat')
      .runTurn(({ tools }) => write(tools.todo_write, todos('A'), { callId: 'c' }));
    expect((await kit.store.read('chat'))?.events).toEqual([
      { seq: 0, time: 1_764_520_000_000, type: 'turn/start', id: 'id-1', data: { turn: 1 } },
      {
        seq: 1,
        time: 1_764_520_000_000,
        type: 'todo/write',
        id: 'id-2',
        callId: 'c',
        turn: 1,
        data: { todos: todos('A') },
      },
      {
        seq: 2,
        time: 1_764_520_000_000,
        type: 'turn/end',
        id: 'id-3',
        data: { turn: 1, reason: { kind: 'completed' } },
      },
    ]);
  });
});
