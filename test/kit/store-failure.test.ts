import { isStepCount, streamText, toUIMessageStream } from 'ai';
import { describe, expect, it, vi } from 'vitest';
import { TodoError, TodoRefusalError, type SessionStore } from '../../src/index.ts';
import { checkedKit, checkedStore, outline, refusal, todos, write } from '../support/kit.ts';
import { callTools, streamingModel } from '../support/model.ts';
import { wrapStore } from '../support/stores.ts';

const failed = (reason = '') =>
  `Error: todo_write could not store the list: the session store failed${reason}; the plan is unchanged (store_failed)`;

/** A kit whose store fails in one method as long as `error` says so. */
async function failing(method: 'append' | 'read' | 'tail' = 'append') {
  const inner = checkedStore();
  const fault: { error: unknown } = { error: undefined };
  const fail =
    <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
    (...args: A) =>
      fault.error === undefined ? run(...args) : Promise.reject(fault.error);
  const store = wrapStore(inner, {
    [method]: fail(inner[method].bind(inner) as SessionStore['append']),
  });
  const kit = checkedKit({ store });
  const turn = await kit.session('chat').startTurn();
  await write(turn.tools.todo_write, todos('Before'));
  return { kit, turn, fault };
}

const systemError = (code: string, message: string) =>
  Object.assign(new Error(`${code}: ${message}`), { code });

describe('a store that fails', () => {
  it.each([
    [systemError('ENOSPC', "no space left on device, write '/srv/data/x'"), ' (no space left)'],
    [new Error('no space left'), ' (no space left)'],
    [systemError('EACCES', "permission denied, open '/srv/data/x'"), ' (no permission to write)'],
    [systemError('EMFILE', 'too many open files'), ' (too many open files)'],
    [systemError('ECONNREFUSED', 'connect 10.0.0.7:6379'), ' (not reachable)'],
    [new Error("OOM command not allowed when used memory > 'maxmemory'"), ' (out of memory)'],
    [new Error('Command timed out'), ' (no answer in time)'],
    [
      new TodoError('store_unavailable', 'away', { cause: systemError('EIO', 'x') }),
      ' (not reachable)',
    ],
    [
      new TodoError('store_unavailable', 'away', { cause: systemError('EROFS', 'x') }),
      ' (no permission to write)',
    ],
    [new TodoError('store_failed', 'x', { cause: systemError('ENOSPC', 'x') }), ' (no space left)'],
    [new TodoError('session_damaged', 'line 3 of /srv/x'), " (the session's log is damaged)"],
    [new TodoError('session_too_new', 'x'), " (the session's log was written by a newer version)"],
    [new Error('secret at redis://user:pass@host'), ''],
    ['text', ''],
    [null, ''],
    [undefined, ''],
  ])(
    'gives the model a reason without a path, an address or a stack: %s',
    async (error, reason) => {
      const { turn, fault, kit } = await failing();
      fault.error = error ?? { odd: true };
      const result = write(turn.tools.todo_write, todos('After'));
      expect(await refusal(result)).toBe(failed(reason));
      await expect(result).rejects.toMatchObject({ code: 'store_failed', cause: fault.error });
      fault.error = undefined;
      expect((await kit.session('chat').plan()).todos).toEqual(todos('Before'));
      await write(turn.tools.todo_write, todos('After'));
      expect((await kit.session('chat').plan()).todos).toEqual(todos('After'));
    },
  );

  it.each(['read', 'tail'] as const)(
    'in %s gives a reason too, and works again afterwards',
    async (method) => {
      const { kit, turn, fault } = await failing(method);
      const rival = checkedKit({ store: kit.store }).session('chat').resumeTurn(turn.context);
      fault.error = new Error('connection lost');
      const elsewhere = write(rival.tools.todo_write, todos('After'));
      expect(await refusal(elsewhere)).toBe(failed(' (not reachable)'));
      fault.error = undefined;
      await write(rival.tools.todo_write, todos('After'));
      expect((await kit.session('chat').plan()).todos).toEqual(todos('After'));
    },
  );

  it('repeats an append whose outcome is unknown: it counts once', async () => {
    const inner = checkedStore();
    let lost = 0;
    const store = wrapStore(inner, {
      async append(...args) {
        const result = await inner.append(...args);
        if (args[1][0]?.type !== 'todo/write' || (lost += 1) > 1) return result;
        throw new TodoError('outcome_unknown', 'the reply was lost');
      },
    });
    const kit = checkedKit({ store });
    const { tools } = await kit.session('chat').startTurn();
    await write(tools.todo_write, todos('A'));
    expect(await outline(kit, 'chat')).toEqual(['turn/start', 'todo/write']);
  });

  it('repeats it also when another writer came after the append that was stored', async () => {
    const inner = checkedStore();
    const rival = checkedKit({ store: inner });
    let lost = 0;
    const store = wrapStore(inner, {
      async append(...args) {
        const result = await inner.append(...args);
        if (args[1][0]?.type !== 'todo/write' || (lost += 1) > 1) return result;
        await write(rival.tools.todo_write, todos('Rival'), { context: { sessionId: 'chat' } });
        throw new TodoError('outcome_unknown', 'the reply was lost');
      },
    });
    const kit = checkedKit({ store });
    const { tools } = await kit.session('chat').startTurn();
    await write(tools.todo_write, todos('A'));
    expect(await outline(kit, 'chat')).toEqual(['turn/start', 'todo/write', 'todo/write']);
    await write(tools.todo_write, todos('B'));
    expect((await kit.session('chat').plan()).todos).toEqual(todos('B'));
  });

  it('tells the model the truth where the outcome stays unknown', async () => {
    const { turn, fault } = await failing();
    fault.error = new TodoError('outcome_unknown', 'no reply');
    const result = write(turn.tools.todo_write, todos('A'));
    expect(await refusal(result)).toBe(
      'Error: todo_write got no answer from the session store, so it is unknown whether this list was stored; send the entire list again (outcome_unknown)',
    );
    await expect(result).rejects.toMatchObject({ code: 'outcome_unknown' });
  });

  it('waits for a store that hangs only as long as the store itself does', async () => {
    const inner = checkedStore();
    let appends = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => appends * 10_000);
    const store = wrapStore(inner, {
      async append(...args) {
        if (args[1][0]?.type !== 'todo/write') return inner.append(...args);
        appends += 1;
        throw new TodoError('outcome_unknown', 'no answer within 10,000 ms');
      },
    });
    const { tools } = await checkedKit({ store }).session('chat').startTurn();
    await expect(write(tools.todo_write, todos('A'))).rejects.toMatchObject({
      code: 'outcome_unknown',
    });
    expect(appends).toBe(1);
    clock.mockRestore();
  });

  it('shows a client of the default UI stream the same safe text, with its stable code', async () => {
    const { turn, fault } = await failing();
    fault.error = systemError('ENOSPC', "no space left on device, write '/srv/data/x'");
    const result = streamText({
      model: streamingModel(callTools()),
      tools: turn.tools,
      prompt: 'x',
      stopWhen: isStepCount(1),
    });
    const errors: string[] = [];
    for await (const chunk of toUIMessageStream({ stream: result.stream })) {
      if (chunk.type === 'tool-output-error') errors.push(chunk.errorText);
    }
    expect(errors).toEqual([failed(' (no space left)')]);
  });

  it('gives an application that sets onError the code to show', async () => {
    const { turn, fault } = await failing();
    fault.error = new Error('x');
    const error: unknown = await write(turn.tools.todo_write, todos('A')).catch(
      (thrown: unknown) => thrown,
    );
    expect(TodoRefusalError.isInstance(error) && error.code).toBe('store_failed');
    expect(TodoError.isInstance(error)).toBe(true);
  });
});

describe('an abort', () => {
  it('before the call begins writes nothing', async () => {
    const kit = checkedKit();
    const { tools } = await kit.session('chat').startTurn();
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(write(tools.todo_write, todos('A'), { signal })).rejects.toThrow('enough');
    expect(await outline(kit, 'chat')).toEqual(['turn/start']);
  });

  it('while the call waits for another one writes nothing and does not wait on', async () => {
    const inner = checkedStore();
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const store = wrapStore(inner, {
      async append(...args) {
        if (args[1][0]?.type === 'todo/write') await gate;
        return inner.append(...args);
      },
    });
    const kit = checkedKit({ store });
    const { tools } = await kit.session('chat').startTurn();
    const first = write(tools.todo_write, todos('First'));
    const stop = new AbortController();
    const second = write(tools.todo_write, todos('Second'), { signal: stop.signal });
    const third = write(tools.todo_write, todos('Third'));
    stop.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    release();
    await Promise.all([first, third]);
    expect(await outline(kit, 'chat')).toEqual(['turn/start', 'todo/write', 'todo/write']);
    expect((await kit.session('chat').plan()).todos).toEqual(todos('Third'));
  });

  it('once the append is under way changes nothing: the outcome is told as it is', async () => {
    const inner = checkedStore();
    const stop = new AbortController();
    const store = wrapStore(inner, {
      async append(...args) {
        stop.abort(new Error('too late'));
        return inner.append(...args);
      },
    });
    const kit = checkedKit({ store });
    const result = await write(kit.tools.todo_write, todos('A'), {
      context: { sessionId: 'chat' },
      signal: stop.signal,
    });
    expect(result.todos).toEqual(todos('A'));
    expect((await kit.session('chat').plan()).todos).toEqual(todos('A'));
  });
});
