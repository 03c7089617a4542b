import { afterEach, describe, expect, it, vi } from 'vitest';
import { todos, write } from '../support/kit.ts';
import { readFrames } from './frames.ts';
import { openRoute, streamRequest, type RequestOptions } from './routes.ts';

/** A route over a session of nine events, seq 0 to 8. */
async function openLog(heartbeatMs?: number) {
  const route = openRoute({ heartbeatMs });
  const turn = await route.session.startTurn();
  for (let i = 1; i <= 8; i += 1) await write(turn.tools.todo_write, todos(`Task ${i}`));
  return { ...route, turn };
}

/** Long enough for a frame that must not come, short enough to wait for. */
const pause = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 60);
  });

const stops: AbortController[] = [];

async function follow(
  { GET }: Pick<ReturnType<typeof openRoute>, 'GET'>,
  path?: string,
  options?: RequestOptions,
) {
  const stop = new AbortController();
  stops.push(stop);
  const response = await GET(streamRequest(path, { ...options, signal: stop.signal }));
  return { response, ...readFrames(response), stop };
}

afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
  vi.useRealTimers();
});

describe('the plan as a stream', () => {
  it('is the plan at once and then each change, with the place in the log as id', async () => {
    const route = openRoute();
    const { response, frames, ids } = await follow(route);
    expect(response.status).toBe(200);
    await expect.poll(ids).toEqual(['-1']);
    const turn = await route.session.startTurn();
    await write(turn.tools.todo_write, todos('A*', 'B'));
    await write(turn.tools.todo_write, []);
    await turn.end();
    await expect.poll(ids).toEqual(['-1', '0', '1', '2', '3']);
    expect(frames.map(({ plan }) => plan.todos)).toEqual([null, null, todos('A*', 'B'), [], []]);
    expect(frames.at(-1)?.plan).toEqual(await route.session.plan());
  });

  it('says in its headers that nothing may hold it back', async () => {
    const { response } = await follow(openRoute());
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      vary: 'Accept',
    });
  });

  it.each(['text/event-stream', 'application/json, text/event-stream', 'TEXT/EVENT-STREAM; q=1'])(
    'is what a client gets that accepts %s',
    async (accept) => {
      const { response } = await follow(openRoute(), '/chat', { accept });
      expect(response.headers.get('content-type')).toContain('text/event-stream');
    },
  );

  it('keeps text of every kind in one frame', async () => {
    const route = openRoute();
    const { tools } = await route.session.startTurn();
    const list = todos('two\nlines', 'sep\u2028arated', 'id: 9\n\ndata: {}', '\u{1f30a}', 'a\rb');
    await write(tools.todo_write, list);
    const { frames } = await follow(route);
    await expect.poll(() => frames.map(({ plan }) => plan.todos)).toEqual([list]);
  });

  it('sends a comment while nothing happens, and none after the client left', async () => {
    vi.useFakeTimers();
    const route = openRoute({ heartbeatMs: 1000 });
    const { frames, comments, stop, done } = await follow(route);
    await vi.advanceTimersByTimeAsync(3500);
    expect(comments).toEqual([':', ':', ':']);
    expect(frames).toHaveLength(1);
    stop.abort();
    await done;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(comments).toHaveLength(3);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('a route that is told nothing sends a comment often enough for every proxy: below 30 s', async () => {
  vi.useFakeTimers();
  const { comments, stop } = await follow(openRoute());
  await vi.advanceTimersByTimeAsync(29_000);
  expect(comments.length).toBeGreaterThanOrEqual(1);
  stop.abort();
});

describe('a client that comes back', () => {
  it('gets exactly what came after its place, and what comes then', async () => {
    const route = await openLog();
    for (const [path, options] of [
      ['/chat', { lastEventId: '5' }],
      ['/chat?lastEventId=5', {}],
      ['/chat?lastEventId=2', { lastEventId: '5' }],
    ] as const) {
      const { ids, stop } = await follow(route, path, options);
      await expect.poll(ids).toEqual(['6', '7', '8']);
      stop.abort();
    }
    const { ids } = await follow(route, '/chat', { lastEventId: '5' });
    await write(route.turn.tools.todo_write, todos('Task 9'));
    await expect.poll(ids).toEqual(['6', '7', '8', '9']);
  });

  it('hears nothing while it is up to date', async () => {
    const route = await openLog();
    const { ids } = await follow(route, '/chat', { lastEventId: '8' });
    const nobody = await follow(openRoute(), '/nobody', { lastEventId: '-1' });
    await pause();
    expect([...ids(), ...nobody.ids()]).toEqual([]);
    await write(route.turn.tools.todo_write, todos('Task 9'));
    await expect.poll(ids).toEqual(['9']);
  });

  it.each(['abc', '-1', '999999', '', '9', '1.5', '-5', '0x1', '99999999999999999999', '5 6'])(
    'with a place that is none (%j) gets the current plan, once',
    async (lastEventId) => {
      const route = await openLog();
      const { response, ids } = await follow(route, '/chat', { lastEventId });
      expect(response.status).toBe(200);
      await expect.poll(ids).toEqual(['8']);
      await pause();
      expect(ids()).toEqual(['8']);
    },
  );

  it('with the place of another session sees nothing of that one', async () => {
    const route = await openLog();
    const other = await route.kit.session('other').startTurn();
    await write(other.tools.todo_write, todos('Other'));
    const { ids, frames } = await follow(route, '/other', { lastEventId: '8' });
    await expect.poll(ids).toEqual(['1']);
    expect(frames[0]?.plan.todos).toEqual(todos('Other'));
  });

  it('to a session that was made anew starts over', async () => {
    const route = await openLog();
    await route.session.delete();
    await route.session.startTurn();
    const { ids, frames } = await follow(route, '/chat', { lastEventId: '8' });
    await expect.poll(ids).toEqual(['0']);
    expect(frames[0]?.plan.todos).toBeNull();
  });
});
