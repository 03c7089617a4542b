import { createDeepSeek } from '@ai-sdk/deepseek';
import { generateText, jsonSchema, tool, type ModelMessage } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDeepSeekServer, type DeepSeekServer } from '../../examples/deepseek-server/index.ts';

let server: DeepSeekServer;
beforeAll(async () => {
  const call = { id: 'known', name: 'add', arguments: {} };
  server = await startDeepSeekServer({
    script: ({ index }) =>
      index === 0 ? { reasoning: 'I must add.', toolCalls: [call] } : { text: 'Fine.' },
  });
  await generateText({ model: deepSeek('deepseek-flash'), prompt: 'Add.' });
});
afterAll(() => server.close());

const deepSeek = (modelId: string) =>
  createDeepSeek({ apiKey: 'loopback', baseURL: server.url })(modelId);

/** Sends a body as it is and answers with the error that came back, or with nothing where it was accepted. */
async function send(body: unknown): Promise<string | undefined> {
  const response = await fetch(`${server.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer loopback' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const answer = (await response.json()) as { error?: { message: string; type: string } };
  if (response.status === 200) return undefined;
  expect(server.refusals.at(-1)?.message).toBe(answer.error?.message);
  expect(response.status).toBe(400);
  expect(answer.error?.type).toBe('invalid_request_error');
  return answer.error?.message;
}

const user = { role: 'user', content: 'Add.' };
const callOf = (id: string, json = '{}') => ({
  id,
  type: 'function',
  function: { name: 'add', arguments: json },
});
const assistant = (...calls: object[]) => ({
  role: 'assistant',
  content: '',
  reasoning_content: 'Hm.',
  tool_calls: calls,
});
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: '3' });
const chat = (...messages: object[]) => ({ model: 'deepseek-flash', messages });

const answeredCall = ({ reasoning }: { readonly reasoning: boolean }): ModelMessage[] => [
  { role: 'user', content: 'Add.' },
  {
    role: 'assistant',
    content: [
      ...(reasoning ? [{ type: 'reasoning' as const, text: 'I must add.' }] : []),
      { type: 'tool-call', toolCallId: 'known', toolName: 'add', input: {} },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'known',
        toolName: 'add',
        output: { type: 'text', value: '3' },
      },
    ],
  },
];

describe('the rules of the loopback DeepSeek server', () => {
  it('accepts calls that are answered, in any order', async () => {
    const messages = [user, assistant(callOf('a'), callOf('b')), result('b'), result('a'), user];
    expect(await send(chat(...messages))).toBeUndefined();
  });

  it('refuses a tool message without its call', async () => {
    expect(await send(chat(user, result('a')))).toMatch(/^messages\[1\].*preceding message/);
    const twice = chat(user, assistant(callOf('a')), result('a'), result('a'));
    expect(await send(twice)).toMatch(/^messages\[3\]/);
  });

  it('refuses a call without its tool message', async () => {
    expect(await send(chat(user, assistant(callOf('a'))))).toMatch(/missing: a\.$/);
    const between = chat(user, assistant(callOf('a'), callOf('b')), result('a'), user, result('b'));
    expect(await send(between)).toMatch(/^messages\[3\].*missing: b\.$/);
  });

  it.each(['{"a":', '"text"', '[]', 'null', ''])('refuses the arguments %j', async (json) => {
    const message = await send(chat(user, assistant(callOf('a', json)), result('a')));
    expect(message).toMatch(/^messages\[1\]: the arguments of call a are not a JSON object/);
  });

  it('refuses two calls of one message with the same id', async () => {
    const message = await send(chat(user, assistant(callOf('a'), callOf('a')), result('a')));
    expect(message).toMatch(/id' of its own/);
  });

  it('wants the reasoning back from a model that thinks', async () => {
    const { reasoning_content: _, ...silent } = assistant(callOf('a'));
    const messages = [user, silent, result('a')];
    expect(await send(chat(...messages))).toMatch(/must be passed back/);
    expect(await send({ model: 'deepseek-v4-pro', messages })).toMatch(/must be passed back/);
    expect(await send({ model: 'deepseek-chat', messages })).toBeUndefined();
    const thinking = { type: 'disabled' };
    expect(await send({ ...chat(...messages), thinking })).toBeUndefined();
  });

  it('notices reasoning that was lost, although the provider fills the gap with an empty text', async () => {
    const model = deepSeek('deepseek-flash');
    expect((await generateText({ model, messages: answeredCall({ reasoning: true }) })).text).toBe(
      'Fine.',
    );
    await expect(
      generateText({ model, messages: answeredCall({ reasoning: false }) }),
    ).rejects.toThrow(/must be passed back/);
  });

  it('refuses a tool whose schema has no object at its root', async () => {
    const list = tool({ inputSchema: jsonSchema({ type: 'array' }), execute: () => '' });
    const model = deepSeek('deepseek-flash');
    await expect(generateText({ model, prompt: 'Hi', tools: { list } })).rejects.toThrow(
      /must be a JSON Schema of 'type: "object"'/,
    );
  });

  it.each([
    ['{', 'not a JSON object'],
    [{ messages: [user] }, 'no model'],
    [{ model: 'deepseek-flash', messages: [] }, 'Empty input messages'],
    [chat({ role: 'developer', content: 'Hi' }), 'unknown role'],
    [{ ...chat(user), tools: [] }, 'not empty'],
  ])('refuses the malformed body %j', async (body, message) => {
    expect(await send(body)).toContain(message);
  });

  it('wants a key and knows one path only', async () => {
    const path = `${server.url}/chat/completions`;
    expect((await fetch(path, { method: 'POST', body: '{}' })).status).toBe(401);
    expect((await fetch(server.url)).status).toBe(404);
  });
});
