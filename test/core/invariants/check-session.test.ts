import { describe, expect, test, vi } from 'vitest';
import { SessionDamagedError, TodoError } from '../../../src/core/errors.ts';
import type { NewSessionEvent } from '../../../src/core/event.ts';
import { checkSession } from '../../../src/store/check-session.ts';
import { memoryStore } from '../../../src/store/memory-store.ts';
import type { SessionStore } from '../../../src/store/session-store.ts';
import { end, item, start, write, type Entry } from './log.ts';

const SESSION = 'chat-1';

const timed = (entry: Entry): NewSessionEvent => ({ time: 1000, data: null, ...entry });

async function stored(...entries: readonly Entry[]): Promise<SessionStore> {
  const store = memoryStore();
  const events = entries.map(timed);
  await store.append(SESSION, events, { expectedVersion: 0 });
  return store;
}

/** A store like another, with other answers to `read`. */
function reading(store: SessionStore, read: SessionStore['read']): SessionStore {
  return { ...store, read };
}

const fails = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it must fail'),
    (error: unknown) => error,
  );

describe('checkSession', () => {
  test('finds nothing wrong with a well-formed session', async () => {
    const store = await stored(start(1), write([item('a', 'in_progress')]), end(1));
    expect(await checkSession(store, SESSION)).toEqual({ events: 3, violations: [], notes: [] });
  });

  test('collects what is wrong and what is worth knowing', async () => {
    const store = await stored(write([item('a'), item('a')]), start(1), { type: 'host.note' });
    const { events, violations, notes } = await checkSession(store, SESSION);
    expect(events).toBe(3);
    expect(violations.map(({ rule, seq }) => [rule, seq])).toEqual([
      ['write-in-turn', 0],
      ['todo-unique', 0],
    ]);
    expect(notes.map(({ rule, seq }) => [rule, seq])).toEqual([['unknown-type', 2]]);
  });

  test('keeps what an upgrade or a plug-in left in the log, and reports it as notes', async () => {
    const store = await stored(
      start(1),
      { type: 'host.note', v: 1 },
      { ...write([item('a')]), origin: 'plug-in' },
      { type: 'todo/rewind', data: { toSeq: 1 }, v: 99 },
      end(1),
    );
    const { violations, notes } = await checkSession(store, SESSION);
    expect(violations).toEqual([]);
    expect(notes.map(({ rule, seq }) => [seq, rule])).toEqual([
      [1, 'unknown-type'],
      [1, 'unknown-field'],
      [2, 'unknown-field'],
      [3, 'unknown-type'],
      [3, 'unknown-field'],
    ]);
  });

  test('checks the header too', async () => {
    const store = await stored(start(1));
    const other = reading(store, async (id, options) => {
      const slice = await store.read(id, options);
      return slice && { ...slice, header: { ...slice.header, id: 'chat-2', uid: '' } };
    });
    const { violations } = await checkSession(other, SESSION);
    expect(violations.map(({ rule, seq }) => [rule, seq])).toEqual([
      ['header-valid', -1],
      ['header-valid', -1],
    ]);
  });

  test('reads a long session in pages, and sees faults across their edges', async () => {
    const events: NewSessionEvent[] = [];
    for (let turn = 1; turn <= 400; turn += 1) {
      events.push(timed(start(turn)), timed(end(turn === 300 ? 301 : turn)));
    }
    const store = memoryStore();
    await store.append(SESSION, events, { expectedVersion: 0 });
    const read = vi.fn<SessionStore['read']>(store.read);
    const { events: count, violations } = await checkSession(reading(store, read), SESSION);
    expect(count).toBe(800);
    expect(violations.map(({ rule, seq }) => [rule, seq])).toEqual([['turn-order', 599]]);
    expect(read.mock.calls.map(([, options]) => options?.fromSeq)).toEqual([0, 256, 512, 768]);
    for (const [, options] of read.mock.calls) expect(options?.limit).toBeLessThanOrEqual(256);
  });

  test('checks the session as it stood at the beginning while others go on writing', async () => {
    const store = memoryStore();
    const batch = Array.from({ length: 300 }, () => ({ time: 1, type: 'x', data: 0 }));
    await store.append(SESSION, batch, { expectedVersion: 0 });
    const busy = reading(store, async (id, options) => {
      const slice = await store.read(id, options);
      await store.append(SESSION, batch, { expectedVersion: slice?.version ?? 0 });
      return slice;
    });
    expect((await checkSession(busy, SESSION)).events).toBe(300);
  });

  test('accepts a store whose pages are shorter or longer than it asked for', async () => {
    const store = await stored(...Array.from({ length: 9 }, () => ({ type: 'x', data: 0 })));
    const short = reading(store, (id, options) => store.read(id, { ...options, limit: 2 }));
    const long = reading(store, (id, options) => store.read(id, { fromSeq: options?.fromSeq }));
    expect((await checkSession(short, SESSION)).events).toBe(9);
    expect((await checkSession(long, SESSION)).events).toBe(9);
  });
});

describe('checkSession cannot check', () => {
  test('a session that does not exist', async () => {
    const error = await fails(checkSession(memoryStore(), SESSION));
    expect(error).toMatchObject({ code: 'session_not_found' });
    expect(TodoError.isInstance(error)).toBe(true);
  });

  test('a session that is deleted, or made anew, meanwhile', async () => {
    const store = await stored(start(1), end(1));
    const meanwhile = (happens: () => Promise<unknown>) =>
      reading(store, async (id, options) => {
        const slice = await store.read(id, { ...options, limit: 1 });
        if (options?.fromSeq === 0) await happens();
        return slice;
      });
    const anew = meanwhile(async () => {
      await store.delete(SESSION);
      await store.append(SESSION, [timed(start(1))], { expectedVersion: 0 });
      await store.append(SESSION, [timed(end(1))], { expectedVersion: 1 });
    });
    expect(await fails(checkSession(anew, SESSION))).toMatchObject({ code: 'session_replaced' });
    const gone = meanwhile(() => store.delete(SESSION));
    expect(await fails(checkSession(gone, SESSION))).toMatchObject({ code: 'session_replaced' });
  });

  test('a session that its store cannot read: the error of the store passes through', async () => {
    const damaged = new SessionDamagedError(SESSION, { line: 3, byte: 90 }, 'half a line');
    const newer = new TodoError('session_too_new', 'This session was written by a newer version.');
    for (const error of [damaged, newer]) {
      const store = reading(memoryStore(), () => Promise.reject(error));
      expect(await fails(checkSession(store, SESSION))).toBe(error);
    }
  });

  test('an id that no store accepts', async () => {
    const error = await fails(checkSession(memoryStore(), ''));
    expect(error).toMatchObject({ code: 'invalid_session_id' });
  });

  test('a store that counts events which it does not hand out', async () => {
    const store = await stored(start(1));
    const empty = reading(store, async (id, options) => {
      const slice = await store.read(id, options);
      return slice && { ...slice, version: 5 };
    });
    expect(await fails(checkSession(empty, SESSION))).toMatchObject({ code: 'store_failed' });
  });

  test('any further once its signal aborts', async () => {
    const store = await stored(...Array.from({ length: 300 }, () => ({ type: 'x', data: 0 })));
    const controller = new AbortController();
    const reason = new Error('enough');
    const aborting = reading(store, async (id, options) => {
      const slice = await store.read(id, options);
      controller.abort(reason);
      return slice;
    });
    const { signal } = controller;
    expect(await fails(checkSession(aborting, SESSION, { signal }))).toBe(reason);
  });
});
