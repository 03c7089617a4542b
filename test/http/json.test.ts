import { describe, expect, it } from 'vitest';
import { todos, write } from '../support/kit.ts';
import { countingStore, openRoute, planRequest } from './routes.ts';

describe('the plan as JSON', () => {
  it('is the plan and nothing else', async () => {
    const { GET, session } = openRoute();
    const { tools } = await session.startTurn();
    await write(tools.todo_write, todos('A*', 'B'));
    const response = await GET(planRequest());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(response.headers.get('vary')).toBe('Accept');
    expect(await response.json()).toEqual(await session.plan());
  });

  it('tells never planned from cleared, and answers for a session that does not exist', async () => {
    const { GET, session } = openRoute();
    expect(await (await GET(planRequest())).json()).toMatchObject({ todos: null, asOfSeq: -1 });
    const { tools } = await session.startTurn();
    await write(tools.todo_write, todos('A+'));
    await write(tools.todo_write, []);
    expect(await (await GET(planRequest())).json()).toMatchObject({ todos: [], asOfSeq: 2 });
  });

  it.each([0, 1, 3, 5, 50])('with ?tail=%i has the last events of the same moment', async (n) => {
    const { GET, session } = openRoute();
    const { tools } = await session.startTurn();
    for (let i = 1; i <= 6; i += 1) await write(tools.todo_write, todos(`Task ${i}`));
    const response = await GET(planRequest(`/chat?tail=${n}`));
    const { events, ...plan } = (await response.json()) as { events: { seq: number }[] };
    expect(plan).toEqual(await session.plan());
    expect(events.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5, 6].slice(Math.max(0, 7 - n)));
  });

  it('never returns more events than the route allows, however many are asked for', async () => {
    const { GET, session } = openRoute({ maxTail: 2 });
    const { tools } = await session.startTurn();
    for (let i = 1; i <= 6; i += 1) await write(tools.todo_write, todos(`Task ${i}`));
    const response = await GET(planRequest('/chat?tail=999999999'));
    expect(await response.json()).toMatchObject({ events: [{ seq: 5 }, { seq: 6 }] });
  });

  it.each(['abc', '-1', '1.5', '', '1e3', '99999999999999999999'])(
    'refuses ?tail=%s and says so',
    async (tail) => {
      const { GET } = openRoute();
      const response = await GET(planRequest(`/chat?tail=${tail}`));
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'invalid_tail' });
    },
  );

  it('costs one read of the store, with the tail and without', async () => {
    const { store, counts } = countingStore();
    const { GET, session } = openRoute({ store });
    const { tools } = await session.startTurn();
    for (let i = 1; i <= 6; i += 1) await write(tools.todo_write, todos(`Task ${i}`));
    counts.reads = 0;
    await GET(planRequest());
    await GET(planRequest('/chat?tail=5'));
    expect(counts.reads).toBe(2);
  });
});

describe('the ETag', () => {
  it('gives 304 while nothing changed, and the new plan after that', async () => {
    const { GET, session } = openRoute();
    const { tools } = await session.startTurn();
    const first = await GET(planRequest());
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);

    for (const ifNoneMatch of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const same = await GET(planRequest('/chat', { ifNoneMatch }));
      expect(same.status).toBe(304);
      expect(same.headers.get('etag')).toBe(etag);
      expect(same.headers.get('cache-control')).toBe('private, no-cache');
      expect(await same.text()).toBe('');
    }
    await write(tools.todo_write, todos('A'));
    const next = await GET(planRequest('/chat', { ifNoneMatch: etag }));
    expect(next.status).toBe(200);
    expect(next.headers.get('etag')).not.toBe(etag);
  });

  it('differs for a session that was deleted and made anew at the same version', async () => {
    const { GET, session } = openRoute();
    const before = await GET(planRequest());
    await session.startTurn();
    const first = await GET(planRequest());
    await session.delete();
    const gone = await GET(planRequest());
    await session.startTurn();
    const second = await GET(planRequest());
    const tags = [before, first, second].map(({ headers }) => headers.get('etag'));
    expect(new Set(tags).size).toBe(3);
    expect(gone.headers.get('etag')).toBe(before.headers.get('etag'));
  });
});
