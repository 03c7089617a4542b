import { afterEach, describe, expect, it, vi } from 'vitest';
import { openModel } from '../../examples/open-model.ts';
import { eventRow, legend, row, wholePlan } from '../../examples/demo/screen.ts';
import { scriptedModel } from '../../examples/demo/scripted-model.ts';
import { demoTools } from '../../examples/demo/tools.ts';
import type { ChatMessage } from '../../examples/deepseek-server/index.ts';

afterEach(() => vi.unstubAllEnvs());

const call = { toolCallId: 'call', messages: [], context: {} };

const answered = (name: string, content: string, id = name): ChatMessage[] => [
  {
    role: 'assistant',
    content: '',
    reasoning_content: '',
    tool_calls: [{ id, type: 'function', function: { name, arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: id, content },
];
const reply = (...messages: ChatMessage[]) =>
  scriptedModel({ text: '', index: 0, body: { model: 'deepseek-flash', messages } });

describe('the tools of the demo', () => {
  it('convert lengths and masses, but not one into the other', async () => {
    const convert = demoTools.convert_units.execute;
    expect(await convert({ value: 10, from: 'mi', to: 'km' }, call)).toBe(16.09);
    expect(await convert({ value: 1, from: 'kg', to: 'lb' }, call)).toBe(2.2);
    expect(() => convert({ value: 1, from: 'kg', to: 'km' }, call)).toThrow(
      'cannot convert kg to km',
    );
  });

  it('count words', async () => {
    expect(await demoTools.count_words.execute({ text: ' one,  two\nthree ' }, call)).toBe(3);
    expect(await demoTools.count_words.execute({ text: '' }, call)).toBe(0);
  });

  it('read files of their own folder only', async () => {
    const read = demoTools.read_file.execute;
    expect(await read({ name: 'harbour-walk.txt' }, call)).toContain('lighthouse');
    await expect(read({ name: '../main.ts' }, call)).rejects.toThrow(
      'no file ../main.ts; there is: harbour-walk.txt',
    );
  });
});

describe('the scripted model of the demo', () => {
  const asked: ChatMessage = { role: 'user', content: 'Convert the walk.' };
  const planned = answered(
    'todo_write',
    'Updated todo list: 3 pending, 1 in progress, 0 completed.',
  );

  it('works with what the file really says', () => {
    const notes = answered('read_file', 'Leg 1: 10 miles. Leg 2: 1.5 miles.');
    const conversions = reply(asked, ...planned, ...notes).toolCalls?.slice(1);
    expect(conversions?.map((conversion) => conversion.arguments)).toEqual([
      { value: 10, from: 'mi', to: 'km' },
      { value: 1.5, from: 'mi', to: 'km' },
    ]);
  });

  it('corrects a plan that was refused, with the reason in mind', () => {
    const reason = 'Error: invalid todos: at most one task may be in_progress (got 2)';
    const { reasoning, toolCalls } = reply(asked, ...answered('todo_write', reason));
    expect(reasoning).toContain(reason);
    expect(JSON.stringify(toolCalls).match(/in_progress/g)).toHaveLength(1);
  });

  it('stops with the reason when a tool fails', () => {
    const failed = answered('read_file', 'Error: no file harbour-walk.txt');
    expect(reply(asked, ...planned, ...failed)).toEqual({
      text: 'I stop here, since read_file failed: Error: no file harbour-walk.txt',
    });
  });
});

describe('the screen of the demo', () => {
  // Only these of a terminal are used.
  const screen = (columns?: number) =>
    ({ isTTY: columns !== undefined, columns }) as NodeJS.WriteStream;

  it('cuts a row to the width of the terminal', () => {
    expect(row('👋'.repeat(80), screen(50))).toBe(`${'👋'.repeat(24)}…`);
    expect(row('x'.repeat(200), screen())).toBe(`${'x'.repeat(99)}…`);
  });

  it('lets no character of a model act on the terminal', () => {
    expect(row('one\ntwo\u001B[2J\u202E')).toBe('one two');
    const event = { seq: 3, time: 1, type: 'todo/write', data: { todos: 'x' } };
    expect(eventRow(event)).toBe('   3  todo/write  {"todos":"x"}');
  });

  it('says what the marks mean, and shows whole plans where a live one has told of changes only', () => {
    vi.stubEnv('TERM', 'xterm');
    expect(legend(screen())).toBe('Marks: [ ] pending  [~] in progress  [x] completed');
    const plan = { todos: [{ content: 'A', status: 'completed' as const }] };
    expect(wholePlan(plan, screen())).toBe('Plan: 1 of 1 done\n[x] A');
    expect(wholePlan(plan, screen(80))).toBe('');
  });
});

describe('the model of an example', () => {
  it.each([
    ['the real API where there is a key', 'sk-0', /^deepseek-flash, over the real DeepSeek API$/],
    ['the loopback server where there is none', undefined, /^scripted, on a loopback server/],
    ['the loopback server where the key is empty', '', /^scripted, on a loopback server/],
  ])('is %s', async (_where, key, label) => {
    vi.stubEnv('DEEPSEEK_API_KEY', key);
    expect((await openModel({ script: [] })).label).toMatch(label);
  });

  it('is asked elsewhere where the environment says so', async () => {
    vi.stubEnv('DEEPSEEK_API_KEY', 'sk-0');
    vi.stubEnv('DEEPSEEK_BASE_URL', 'http://127.0.0.1:9');
    expect((await openModel({ script: [] })).label).toBe('deepseek-flash, over http://127.0.0.1:9');
  });
});
