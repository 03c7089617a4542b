import { afterEach, describe, expect, it } from 'vitest';
import { SessionDamagedError } from '../../src/index.ts';
import { checkedStore, todos, write } from '../support/kit.ts';
import { wrapStore } from '../support/stores.ts';
import { readFrames } from './frames.ts';
import { countingStore, openRoute, streamRequest } from './routes.ts';

const stops: AbortController[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

/** Opens a stream that is not read yet. */
async function connect(
  { GET }: Pick<ReturnType<typeof openRoute>, 'GET'>,
  path = '/chat',
  lastEventId?: string,
) {
  const stop = new AbortController();
  stops.push(stop);
  const options = { signal: stop.signal, ...(lastEventId === undefined ? {} : { lastEventId }) };
  return { response: await GET(streamRequest(path, options)), stop };
}

async function follow(...args: Parameters<typeof connect>) {
  const { response, stop } = await connect(...args);
  return { ...readFrames(response), stop };
}

const idsFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String(first + i));

describe('the clients of one session', () => {
  it('are served by one reader of the store, however many they are', async () => {
    const { store, counts } = countingStore();
    const route = openRoute({ store });
    const turn = await route.session.startTurn();
    const clients = await Promise.all(Array.from({ length: 50 }, () => follow(route)));
    await expect.poll(() => counts.watchers).toBe(1);
    counts.reads = 0;
    for (let i = 1; i <= 5; i += 1) await write(turn.tools.todo_write, todos(`Task ${i}`));
    await expect
      .poll(() => clients.map(({ ids }) => ids()))
      .toEqual(clients.map(() => idsFrom(0, 5)));
    expect(counts.reads).toBeLessThan(20);

    // One stays, and hears of everything; when it goes too, nothing is left.
    const [last, ...others] = clients;
    for (const { stop } of others) stop.abort();
    await write(turn.tools.todo_write, todos('Task 6'));
    await expect.poll(() => last?.ids()).toEqual(idsFrom(0, 6));
    expect(counts.watchers).toBe(1);
    last?.stop.abort();
    await expect.poll(() => counts.watchers).toBe(0);
  });

  it('each begin at a place of their own, and with the plan of now where that is more than 32 changes back', async () => {
    const route = openRoute();
    const turn = await route.session.startTurn();
    for (let i = 1; i <= 60; i += 1) await write(turn.tools.todo_write, todos(`Task ${i}`));
    const early = await Promise.all(
      [undefined, '60', '59', '28', '27', '3', '999'].map((id) => follow(route, '/chat', id)),
    );
    for (let i = 61; i <= 70; i += 1) await write(turn.tools.todo_write, todos(`Task ${i}`));
    const late = await Promise.all(
      [undefined, '70', '65', '38', '37', '20', 'abc'].map((id) => follow(route, '/chat', id)),
    );
    await write(turn.tools.todo_write, todos('Task 71'));
    const firsts = [60, 61, 60, 29, 60, 60, 60, 70, 71, 66, 39, 70, 70, 70];
    await expect
      .poll(() => [...early, ...late].map(({ ids }) => ids()))
      .toEqual(firsts.map((first) => idsFrom(first, 71)));
  });

  it('are each asked whether they may', async () => {
    const denied = new Response(null, { status: 404 });
    const route = openRoute({
      authorize: ({ headers }) =>
        headers.get('last-event-id') === '7' ? denied : { sessionId: 'chat' },
    });
    const allowed = await follow(route);
    expect((await connect(route, '/chat', '7')).response).toBe(denied);
    await route.session.startTurn();
    await expect.poll(allowed.ids).toEqual(['-1', '0']);
  });

  it('never get frames of another session, also when the ids of the events are the same', async () => {
    const route = openRoute();
    const names = ['a', 'b', 'c'];
    const clients = await Promise.all(names.map((name) => follow(route, `/${name}`)));
    await Promise.all(
      names.map(async (name) => {
        const { tools } = await route.kit.session(name).startTurn();
        for (let i = 1; i <= 20; i += 1) await write(tools.todo_write, todos(`${name} ${i}`));
      }),
    );
    await expect
      .poll(() => clients.map(({ ids }) => ids()))
      .toEqual(names.map(() => idsFrom(-1, 20)));
    const contents = clients.map(({ frames }) =>
      frames.flatMap(({ plan }) => plan.todos ?? []).map(({ content }) => content[0]),
    );
    expect(contents.map((letters) => [...new Set(letters)])).toEqual(names.map((name) => [name]));
  });

  it('own the bytes that they get', async () => {
    const route = openRoute();
    const readers = await Promise.all(
      [1, 2].map(async () => (await connect(route)).response.body?.getReader()),
    );
    await Promise.all(readers.map((reader) => reader?.read()));
    const reads = readers.map((reader) => reader?.read());
    await route.session.startTurn();
    const [first, second] = await Promise.all(reads);
    first?.value?.fill(0);
    expect(new TextDecoder().decode(second?.value)).toMatch(/^id: 0\n/);
  });

  it('all start over with a session that was made anew', async () => {
    const route = openRoute();
    const turn = await route.session.startTurn();
    for (let i = 1; i <= 5; i += 1) await write(turn.tools.todo_write, todos(`Task ${i}`));
    const clients = await Promise.all(Array.from({ length: 3 }, () => follow(route)));
    await expect.poll(() => clients.map(({ ids }) => ids())).toEqual(clients.map(() => ['5']));
    await route.session.delete();
    await expect.poll(clients[0]?.ids ?? (() => [])).toEqual(['5', '-1']);
    const again = await route.session.startTurn();
    await write(again.tools.todo_write, todos('New'));
    await expect
      .poll(() => clients.map(({ ids }) => ids()))
      .toEqual(clients.map(() => ['5', '-1', '0', '1']));
  });

  it('end together when the session cannot be read any more, which is told once', async () => {
    const inner = checkedStore();
    const error = new SessionDamagedError('chat', { line: 2 }, 'no JSON');
    const state = { isDamaged: false };
    const store = wrapStore(inner, {
      read: async (...args) => {
        if (state.isDamaged) throw error;
        return inner.read(...args);
      },
    });
    const route = openRoute({ store });
    const clients = await Promise.all(Array.from({ length: 3 }, () => follow(route)));
    await expect.poll(() => clients.map(({ ids }) => ids())).toEqual(clients.map(() => ['-1']));
    state.isDamaged = true;
    const event = { time: 0, type: 'turn/start', data: { turn: 1 }, id: 'x' };
    await inner.append('chat', [event], { expectedVersion: 0 });
    await Promise.all(clients.map(({ done }) => done));
    expect(route.errors).toEqual([error]);

    state.isDamaged = false;
    const next = await follow(route);
    await route.kit.session('chat').startTurn();
    await expect.poll(next.ids).toEqual(['0', '1', '2']);
  });
});

describe('a client that reads slowly', () => {
  it('holds up nobody, and gets the plan of now once it is far behind, and then what follows', async () => {
    const route = openRoute();
    const turn = await route.session.startTurn();
    const slow = await connect(route);
    const quick = await follow(route);
    for (let i = 1; i <= 300; i += 1) await write(turn.tools.todo_write, todos(`Task ${i}`));
    await expect.poll(quick.ids).toEqual(idsFrom(0, 300));
    const late = readFrames(slow.response);
    await expect.poll(late.ids).toEqual(['0', '300']);
    // It has caught up, and hears what comes with the others.
    await write(turn.tools.todo_write, todos('Task 301'));
    await expect.poll(late.ids).toEqual(['0', '300', '301']);
  });

  it.each([
    ['that is shorter than where it was', 1, 1],
    ['that is longer by now', 1, 40],
    ['after more changes than are kept', 100, 2],
  ])('sees a new life of the session %s', async (_, before, after) => {
    const route = openRoute();
    const turn = await route.session.startTurn();
    for (let i = 1; i <= 5; i += 1) await write(turn.tools.todo_write, todos(`First ${i}`));
    const quick = await follow(route);
    await expect.poll(quick.ids).toEqual(['5']);
    const slow = await connect(route);
    for (let i = 1; i <= before; i += 1) await write(turn.tools.todo_write, todos(`Old ${i}`));
    await expect.poll(() => quick.ids().at(-1)).toBe(String(5 + before));
    await route.session.delete();
    await expect.poll(() => quick.ids().at(-1)).toBe('-1');
    const again = await route.session.startTurn();
    for (let i = 1; i <= after; i += 1) await write(again.tools.todo_write, todos(`New ${i}`));
    await expect.poll(() => quick.frames.at(-1)?.plan.todos).toEqual(todos(`New ${after}`));

    const late = readFrames(slow.response);
    await expect.poll(() => late.frames.at(-1)?.plan.todos).toEqual(todos(`New ${after}`));
    await write(again.tools.todo_write, todos('And on'));
    await expect.poll(() => late.frames.at(-1)?.plan.todos).toEqual(todos('And on'));
  });

  it('that slept through a new life of the session starts over with that one', async () => {
    const route = openRoute();
    const turn = await route.session.startTurn();
    const slow = await connect(route);
    const quick = await follow(route);
    for (let i = 1; i <= 50; i += 1) await write(turn.tools.todo_write, todos(`Old ${i}`));
    await expect.poll(quick.ids).toHaveLength(51);
    await route.session.delete();
    const again = await route.session.startTurn();
    for (let i = 1; i <= 50; i += 1) await write(again.tools.todo_write, todos(`New ${i}`));
    await expect.poll(() => quick.frames.at(-1)?.plan.todos).toEqual(todos('New 50'));
    const late = readFrames(slow.response);
    await expect.poll(() => late.frames.at(-1)?.plan.todos).toEqual(todos('New 50'));
    const ids = late.ids();
    expect(new Set(ids.slice(ids.lastIndexOf('50'))).size).toBe(1);
  });
});
