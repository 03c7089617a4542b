import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDeepSeekServer } from '../../examples/deepseek-server/index.ts';
import { todos } from '../support/kit.ts';
import { noTerminal, openWindow } from '../terminal/support/pseudo-terminal.ts';
import { NO_KEY, runTerminalAgent, TERMINAL_AGENT } from './run-terminal-agent.ts';

const DONE = [
  'Plan: 3 of 3 done',
  '✓ Read the question',
  '✓ Work out an answer',
  '✓ Check the answer',
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ai-sdk-todo-chat-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A window with a chat, once it asks for the first question. */
async function openChat(sessionId: string, env: NodeJS.ProcessEnv = NO_KEY) {
  const options = { columns: 72, rows: 24, cwd: folder, env };
  const window = await openWindow([TERMINAL_AGENT, sessionId], options);
  await expect.poll(window.all).toContain('You:');
  return window;
}

describe('examples/terminal-agent, with its input from a pipe', () => {
  it('answers each line and tells how the plan changes', async () => {
    const { code, text, errors } = await runTerminalAgent({
      cwd: folder,
      args: ['tide\u001B[2Jpools'],
      input: 'What is a tide?\n\n/quit\nnever asked\n',
    });
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(text).toContain('Session: tidepools (new)');
    expect(text).toContain('Plan: 0 of 3 done\n  [~] Read the question\n  [ ] Work out an answer');
    expect(text).toContain('  [x] Check the answer\n');
    expect(text).toContain('You asked: "What is a tide?"');
    expect(text).not.toMatch(/never asked|[^\P{Cc}\n]/u);
  });
});

describe.skipIf(noTerminal)('examples/terminal-agent, in a window', () => {
  it('has the plan below the conversation, and goes on with a chat by its session id', async () => {
    await using window = await openChat('harbour');
    window.type('What is a tide?\r');
    await expect.poll(window.all).toContain('▸ Work out an answer');
    await expect.poll(() => window.all().at(-1)).toBe('You:');
    expect(window.all().slice(-13)).toEqual([
      'You: What is a tide?',
      'Model: I look at it closely.',
      'I think about it.',
      'I go over it once more.',
      'That is it.',
      'You asked: "What is a tide?" I am only a script.',
      '',
      ...DONE,
      '',
      'You:',
    ]);

    window.type('/open another\r');
    await expect.poll(window.all).toContain('Session: another (new)');
    window.type('/open harbour\r');
    await expect.poll(window.all).toContain('Session: harbour (questions so far: 1)');
    await expect.poll(() => window.all().slice(-6)).toEqual([...DONE, '', 'You:']);
    window.type('/quit\r');
    await window.ended;
    expect(window.all().at(-1)).toBe('$0');

    await using again = await openChat('harbour');
    expect(again.all()).toContain('Session: harbour (questions so far: 1)');
    expect(again.all().slice(-6)).toEqual([...DONE, '', 'You:']);
  });

  it('pauses the plan when an answer is cut short, and the next question goes on from there', async () => {
    await using server = await startDeepSeekServer({
      script: [
        { toolCalls: [{ name: 'todo_write', arguments: { todos: todos('Dig*', 'Fill') } }] },
        { text: 'It takes long', hangAfter: 4 },
        { text: 'Here I am again.' },
      ],
    });
    const env = { DEEPSEEK_API_KEY: 'loopback', DEEPSEEK_BASE_URL: server.url };
    await using window = await openChat('hole', env);
    window.type('Dig a hole\r');
    await expect.poll(window.all).toContain('▸ Dig');
    await expect.poll(() => server.active).toBe(1);
    window.type('\u0003');
    await expect.poll(window.all).toContain('▹ Dig (paused)');
    await expect.poll(() => window.all().at(-1)).toBe('You:');
    window.type('Are you there?\r');
    await expect.poll(window.all).toContain('Model: Here I am again.');
    expect(server.refusals).toEqual([]);
    // The model knows what it had planned.
    expect(server.requests.at(-1)?.text).toContain('Updated todo list: 1 pending, 1 in progress');
    await expect.poll(() => window.all().at(-1)).toBe('You:');
    window.type('\u0003');
    await window.ended;
    expect(window.cursor().visible).toBe(true);
  });
});
