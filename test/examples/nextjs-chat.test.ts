import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDeepSeek } from '@ai-sdk/deepseek';
import type { UIMessageChunk } from 'ai';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  startDeepSeekServer,
  type DeepSeekServer,
  type ScriptedReply,
} from '../../examples/deepseek-server/index.ts';
import { scriptedWriter } from '../../examples/nextjs/lib/scripted-writer.ts';
import { memoryStore, TodoError } from '../../src/index.ts';
import { wrapStore } from '../support/stores.ts';

const inner = memoryStore();
const fault: { type?: string; error?: unknown; reply?: ScriptedReply } = {};
const store = wrapStore(inner, {
  append: async (...args) => {
    if (args[1].some(({ type }) => type === fault.type)) throw fault.error;
    return inner.append(...args);
  },
});

let folder: string;
let server: DeepSeekServer;
let POST: (request: Request) => Promise<Response>;
let resume: (id: string) => Promise<Response>;
let planOf: (id: string) => Promise<unknown>;
let routePlan: (id: string, query?: string) => Promise<Response>;
let listChats: () => Promise<readonly { readonly id: string }[]>;
let startTurn: (id: string) => Promise<{ readonly context: unknown }>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nextjs-chat-'));
  vi.stubEnv('CHAT_DIR', folder);
  server = await startDeepSeekServer({
    script: (request) => fault.reply ?? scriptedWriter(request),
    pieceSize: 40,
  });
  const model = createDeepSeek({ apiKey: 'loopback', baseURL: server.url })('deepseek-flash');
  // What the example makes once in a process, made here.
  const made = new Map<string, unknown>([
    ['store', store],
    ['model', { model, label: 'test' }],
  ]);
  Object.assign(globalThis, { [Symbol.for('ai-sdk-todo.example')]: made });
  const [chat, stream, plan, chats, { kit }] = await Promise.all([
    import('../../examples/nextjs/app/api/chat/route.ts'),
    import('../../examples/nextjs/app/api/chat/[id]/stream/route.ts'),
    import('../../examples/nextjs/app/api/plan/[id]/route.ts'),
    import('../../examples/nextjs/lib/chats.ts'),
    import('../../examples/nextjs/lib/kit.ts'),
  ]);
  ({ POST } = chat);
  ({ listChats } = chats);
  resume = (id) =>
    stream.GET(new Request('http://chat.test/'), { params: Promise.resolve({ id }) });
  planOf = (id) => kit.session(id).plan();
  startTurn = (id) => kit.session(id).startTurn();
  routePlan = (id, query = '') =>
    plan.GET(new Request(`http://chat.test/${query}`), { params: Promise.resolve({ id }) });
});

afterEach(() => {
  delete fault.type;
  delete fault.reply;
  vi.restoreAllMocks();
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

function post(body: string): Promise<Response> {
  return POST(new Request('http://chat.test/', { method: 'POST', body }));
}

function ask(id: string, text: string): Promise<Response> {
  const message = { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text }] };
  return post(JSON.stringify({ id, message }));
}

/** The chunks of an answer, as `useChat` gets them. */
function chunksOf(text: string): UIMessageChunk[] {
  const lines = Array.from(text.matchAll(/^data: (\{.*\})$/gm), ([, json = '']) => json);
  return lines.map((json) => JSON.parse(json) as UIMessageChunk); // compared by the tests
}

const DONE = { counts: { completed: 5 }, turn: { open: false } };

describe('the chat route of the Next.js example', () => {
  it('shows the client the reason of a store that failed, as the model reads it and no more', async () => {
    Object.assign(fault, {
      type: 'todo/write',
      error: new Error("ENOSPC: no space left on device, write '/srv/data/plans'"),
    });
    const answer = ask('full', 'Write about tides').then((response) => response.text());
    await expect.poll(() => server.requests.at(-1)?.text).toContain('store_failed');
    delete fault.type;
    const chunks = chunksOf(await answer);
    const reasons = chunks.flatMap((chunk) =>
      chunk.type === 'tool-output-error' ? [chunk.errorText] : [],
    );
    expect(reasons[0]).toBe(
      'Error: todo_write could not store the list: the session store failed (no space left); the plan is unchanged (store_failed)',
    );
    const told = server.requests.flatMap(({ body }) => body.messages.map(({ content }) => content));
    expect(told).toContain(reasons[0]);
  });

  it('tells of a model that fails without its words', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    fault.reply = { error: { status: 400, message: 'quota of key sk-123 at 10.0.0.7' } };
    const text = await (await ask('broken', 'Write about tides')).text();
    expect(chunksOf(text)).toContainEqual({
      type: 'error',
      errorText: 'The model could not answer. Please try again.',
    });
    expect(text).not.toMatch(/quota|sk-123|10\.0/);
    expect(log).toHaveBeenCalled();
    expect(await planOf('broken')).toMatchObject({ turn: { open: false } });
  });

  it('answers 503 with a stable code where the turn cannot be started', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    Object.assign(fault, {
      type: 'turn/start',
      error: new TodoError('store_unavailable', 'redis://10.0.0.7:6379 is away'),
    });
    const response = await ask('away', 'Write about tides');
    expect(response.status).toBe(503);
    expect(await response.text()).toBe('The plan cannot be stored right now. (store_unavailable)');
  });

  it('goes on when its reader leaves, and can be read again from the beginning', async () => {
    const { body } = await ask('left', 'Write about gulls');
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    let seen = '';
    while (!seen.includes('tool-output-available')) seen += (await reader?.read())?.value ?? '';
    await reader?.cancel();
    const again = chunksOf(await (await resume('left')).text());
    expect(again[0]?.type).toBe('start');
    expect(again.at(-1)?.type).toBe('finish');
    await expect.poll(() => planOf('left')).toMatchObject(DONE);
    expect((await resume('left')).status).toBe(204);
  });

  it('hands on the end also to a reader who is slow', async () => {
    const response = await ask('slow', 'Write about snails');
    await expect.poll(() => planOf('slow')).toMatchObject(DONE);
    expect(chunksOf(await response.text()).at(-1)?.type).toBe('finish');
  });

  it('keeps a conversation that models accept when answers are cut and calls are refused', async () => {
    await (await ask('long', 'Plan the outline twice and write about nets')).text();
    const stuck = ask('long', 'Write about tar, endless');
    await expect
      .poll(() => planOf('long'))
      .toMatchObject({ counts: { completed: 1 }, turn: { number: 2, open: true } });
    // The next question stops the answer before, in the middle of a call.
    await (await ask('long', 'Write about pitch')).text();
    await (await stuck).text();
    expect(await planOf('long')).toMatchObject({ ...DONE, turn: { number: 3, open: false } });
    expect(server.refusals).toEqual([]);
    const { messages } = server.requests.at(-1)?.body ?? { messages: [] };
    const questions = messages.filter(({ role }) => role === 'user');
    expect(questions.map(({ content }) => content)).toEqual([
      'Plan the outline twice and write about nets',
      'Write about tar, endless',
      'Write about pitch',
    ]);
  });

  const parts = [{ type: 'text', text: 'Write' }];
  const call = { type: 'tool-todo_write', toolCallId: 'c', state: 'input-available', input: {} };
  it.each([
    ['no JSON', '{"id":'],
    ['nothing', 'null'],
    ['no parts', { id: 'x', role: 'user' }],
    ['parts that are null', { id: 'x', role: 'user', parts: null }],
    ['nothing said', { id: 'x', role: 'user', parts: [{ type: 'text', text: ' ' }] }],
    ['an answer', { id: 'x', role: 'assistant', parts }],
    ['instructions', { id: 'x', role: 'system', parts }],
    ['a call of a tool', { id: 'x', role: 'user', parts: [...parts, call] }],
  ])('answers 400 to %s and leaves the chat as it was', async (_, message) => {
    if (!(await readdir(folder)).includes('good.json')) {
      await (await ask('good', 'Write about tides')).text();
    }
    const before = await planOf('good');
    const text = typeof message === 'string' ? message : JSON.stringify({ id: 'good', message });
    const response = await post(text);
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(/^This message cannot be read: /);
    expect(await planOf('good')).toEqual(before);
  });

  it('takes no id of a chat that is a path', async () => {
    const message = { id: 'x', role: 'user', parts };
    expect((await post(JSON.stringify({ id: '../up', message }))).status).toBe(400);
  });

  it('ends a turn as `error` where the question cannot be saved', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    // The draft of the file then lies in a folder that is not there.
    vi.spyOn(crypto, 'randomUUID').mockReturnValue('no/such-folder-at-all-');
    const message = `{"id":"x","role":"user","parts":[{"type":"text","text":"Write"}]}`;
    const response = await post(`{"id":"unsaved","message":${message}}`);
    vi.restoreAllMocks();
    expect(response.status).toBe(503);
    expect(await planOf('unsaved')).toMatchObject({ turn: { open: false } });
    const { events } = (await (await routePlan('unsaved', '?tail=1')).json()) as {
      events: unknown;
    };
    expect(events).toMatchObject([{ type: 'turn/end', data: { reason: { kind: 'error' } } }]);
  });

  it.each(['{"messages":[', '[]', 'null', '{"messages":[{"id":"x","role":"user"}]}'])(
    'passes over a file that is not one of a chat: %s',
    async (content) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {});
      await (await ask('whole', 'Write about tides')).text();
      await writeFile(join(folder, 'damaged.json'), content);
      const ids = (await listChats()).map(({ id }) => id);
      expect(ids).toContain('whole');
      expect(ids).not.toContain('damaged');
      expect(log).toHaveBeenCalled();
      const response = await ask('damaged', 'Write about tides');
      expect([response.status, await response.text()]).toEqual([500, 'This chat cannot be read.']);
    },
  );

  it('ends the turn of a process that is gone when its plan is read', async () => {
    const { context } = await startTurn('cut');
    const messages = [{ id: 'x', role: 'user', parts }];
    const chat = { messages, turn: context, process: 'gone' };
    await writeFile(join(folder, 'cut.json'), JSON.stringify(chat));
    expect(await (await routePlan('cut')).json()).toMatchObject({ turn: { open: false } });
  });
});
