import { describe, expect, it } from 'vitest';
import { createTodoRoute } from '../../src/http/index.ts';
import { checkedKit } from '../support/kit.ts';
import { countingStore, openRoute, planRequest, streamRequest } from './routes.ts';

const requests = [
  ['JSON', () => planRequest('/chat?tail=3')],
  ['a stream', () => streamRequest('/chat', { lastEventId: '3' })],
] as const;

describe('a route without a guard', () => {
  it('lets a framework end the request in its own way', async () => {
    const notFound = Object.assign(new Error('NEXT_HTTP_ERROR_FALLBACK;404'), {
      digest: 'NEXT_HTTP_ERROR_FALLBACK;404',
    });
    const route = openRoute({
      authorize: async () => {
        throw notFound;
      },
    });
    await expect(route.GET(new Request('http://x/chat'))).rejects.toBe(notFound);
    expect(route.errors).toEqual([]);
  });

  it.each([undefined, null, true, 'yes'])('cannot be made: authorize %j', (authorize) => {
    const make = () => createTodoRoute({ kit: checkedKit(), authorize } as never); // what JavaScript lets through
    expect(make).toThrow(
      expect.objectContaining({
        code: 'invalid_option',
        message: expect.stringContaining('anybody could read any session'),
      }),
    );
  });

  it('cannot be made without a kit, nor with times that no timer can wait', () => {
    const authorize = () => new Response();
    expect(() => createTodoRoute({ authorize } as never)).toThrow(/`kit`/);
    for (const heartbeatMs of [0, -1, 1.5, Number.NaN, Infinity, 2 ** 31]) {
      expect(() => createTodoRoute({ kit: checkedKit(), authorize, heartbeatMs })).toThrow(
        /heartbeatMs/,
      );
    }
  });
});

describe.each(requests)('a request for %s', (_, request) => {
  it('that is denied gets the denial as it is, before any read of the store', async () => {
    const { store, counts } = countingStore();
    const denial = new Response('not yours', { status: 403, headers: { 'x-why': 'test' } });
    const { GET } = openRoute({ store, authorize: async () => denial });
    expect(await GET(request())).toBe(denial);
    expect(counts.reads).toBe(0);
  });

  it('gets a thrown Response too', async () => {
    const denial = Response.json({ sign: 'in' }, { status: 401 });
    const { GET, errors } = openRoute({
      authorize: () => {
        throw denial;
      },
    });
    expect(await GET(request())).toBe(denial);
    expect(errors).toEqual([]);
  });

  it('learns nothing of why the guard failed, and reads nothing', async () => {
    const { store, counts } = countingStore();
    const failure = new Error('no table users at db.internal:5432');
    const { GET, errors } = openRoute({
      store,
      authorize: async () => {
        throw failure;
      },
    });
    const response = await GET(request());
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ code: 'authorize_failed' });
    expect(text).not.toMatch(/users|internal|5432/);
    expect(errors).toEqual([failure]);
    expect(counts.reads).toBe(0);
  });

  it.each([undefined, null, true, {}, { sessionId: 5 }, { sessionId: null }, 'chat'])(
    'does not get in by an answer that names no session: %j',
    async (answer) => {
      const { store, counts } = countingStore();
      const { GET } = openRoute({ store, authorize: () => answer as never }); // what JavaScript lets through
      const response = await GET(request());
      expect(response.status).toBe(500);
      expect(counts.reads).toBe(0);
    },
  );

  it.each(['', 'x'.repeat(513), '\ud800'])(
    'cannot name a session that no store takes',
    async (id) => {
      const { GET } = openRoute({ authorize: () => ({ sessionId: id }) });
      const response = await GET(request());
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'invalid_session_id' });
    },
  );

  it('hands the context of the framework to the guard', async () => {
    const kit = checkedKit();
    const seen: unknown[] = [];
    const { GET } = createTodoRoute({
      kit,
      authorize: async (_request, { params }: { params: Promise<{ id: string }> }) => {
        seen.push(await params);
        return new Response(null, { status: 404 });
      },
    });
    await GET(request(), { params: Promise.resolve({ id: 'chat' }) });
    expect(seen).toEqual([{ id: 'chat' }]);
  });
});
