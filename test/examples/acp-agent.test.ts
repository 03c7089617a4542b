import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScriptedReply } from '../../examples/deepseek-server/index.ts';
import { todos } from '../support/kit.ts';
import { runAgent, type AgentRun } from './run-acp-agent.ts';
import { runTerminalAgent } from './run-terminal-agent.ts';

const plan = (...items: string[]): ScriptedReply => ({
  toolCalls: [{ name: 'todo_write', arguments: { todos: todos(...items) } }],
});

/** The entries of each plan update, in short: `'A completed'`. */
function plans({ updates }: AgentRun): string[][] {
  return updates.flatMap((update) =>
    update.sessionUpdate === 'plan'
      ? [update.entries.map(({ content, status }) => `${content} ${status}`)]
      : [],
  );
}

/** What was said in all chunks of a kind together. */
function texts({ updates }: AgentRun, kind: 'user_message_chunk' | 'agent_message_chunk'): string {
  return updates
    .flatMap((update) => (update.sessionUpdate === kind ? [update.content] : []))
    .map((content) => (content.type === 'text' ? content.text : ''))
    .join('');
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ai-sdk-todo-acp-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('examples/acp-agent, started by the official client', () => {
  it('works without a key, against the loopback model', async () => {
    await using run = await runAgent(folder);
    const { sessionId } = await run.newSession();
    expect(await run.prompt(sessionId, 'What shall we cook?')).toEqual({ stopReason: 'end_turn' });
    expect(texts(run, 'agent_message_chunk')).toContain('You asked: "What shall we cook?"');
    expect(plans(run)).toHaveLength(4);
    expect(plans(run).at(-1)).toEqual([
      'Read the question completed',
      'Work out an answer completed',
      'Check the answer completed',
    ]);
    expect(run.errors()).toMatch(/^Model: scripted, on a loopback server/);
  });

  it('sends one plan for each accepted change, and none for any other call', async () => {
    await using run = await runAgent(folder, [
      plan('A*', 'B'),
      plan('A*', 'B*'), // refused: one at a time
      plan('A*', 'B'), // as it was
      { toolCalls: [{ name: 'todo_write', arguments: '{"todos":[{"content":"A"' }] }, // cut off
      { toolCalls: [{ name: 'todo_write', arguments: { todos: 'A' } }] }, // refused: no list
      plan('A+', 'B*'),
      plan('A+', 'B+'),
      { text: 'Done.' },
    ]);
    const { sessionId } = await run.newSession();
    await run.prompt(sessionId, 'Go');
    expect(plans(run)).toEqual([
      ['A in_progress', 'B pending'],
      ['A completed', 'B in_progress'],
      ['A completed', 'B completed'],
    ]);
    expect(run.refusedUpdates).toEqual([]);
  });

  it('clears the plan when the next turn starts, and tells what a turn left unfinished', async () => {
    await using run = await runAgent(folder, [
      plan('A+', 'B*'),
      { text: 'I leave it there.' },
      { text: 'Hello.' },
    ]);
    const { sessionId } = await run.newSession();
    await run.prompt(sessionId, 'Go');
    // No work is under way once the turn is over, and the editor knows before it hears of the end.
    expect(plans(run)).toEqual([
      ['A completed', 'B in_progress'],
      ['A completed', 'B pending'],
    ]);
    await run.prompt(sessionId, 'And now?');
    expect(plans(run).slice(2)).toEqual([[]]);
  });

  it('gives a session that is loaded its messages and one plan', async () => {
    await using run = await runAgent(folder, [
      plan('A+', 'B'),
      { text: 'So far.' },
      plan('C*'),
      { text: 'More.' },
    ]);
    const { sessionId } = await run.newSession();
    await run.prompt(sessionId, 'Go');
    run.updates.length = 0;
    await run.load(sessionId);
    expect(plans(run)).toEqual([['A completed', 'B pending']]);
    expect(run.updates.at(-1)?.sessionUpdate).toBe('plan');
    expect(texts(run, 'user_message_chunk')).toBe('Go');
    expect(texts(run, 'agent_message_chunk')).toBe('So far.');
    run.updates.length = 0;
    await run.prompt(sessionId, 'Go on');
    expect(plans(run)).toEqual([[], ['C in_progress'], ['C pending']]);
  });

  it('gives a session to another process, and the terminal shows the same plan', async () => {
    let sessionId: string;
    {
      await using run = await runAgent(folder, [plan('A+', 'B*', 'C'), { text: 'So far.' }]);
      ({ sessionId } = await run.newSession());
      await run.prompt(sessionId, 'Go');
    }
    await using again = await runAgent(folder, [{ text: 'Hello again.' }]);
    await again.load(sessionId);
    expect(plans(again)).toEqual([['A completed', 'B pending', 'C pending']]);
    expect(texts(again, 'agent_message_chunk')).toBe('So far.');

    const { text } = await runTerminalAgent({ cwd: folder, args: [sessionId], input: '/quit\n' });
    expect(text).toContain('(questions so far: 1)');
    expect(text).toContain('Plan: 1 of 3 done\n[x] A\n[-] B (paused)\n[ ] C\n');
  });

  it('has an empty plan for a session whose next turn wrote none', async () => {
    await using run = await runAgent(folder, [{ text: 'Hi.' }]);
    const { sessionId } = await run.newSession();
    await run.prompt(sessionId, 'Hi');
    expect(plans(run)).toEqual([]);
    await run.load(sessionId);
    expect(plans(run)).toEqual([[]]);
  });

  it('stops when the editor cancels, with the plan settled', async () => {
    await using run = await runAgent(folder, [plan('A*'), { text: 'It takes long', hangAfter: 3 }]);
    const { sessionId } = await run.newSession();
    const answer = run.prompt(sessionId, 'Go');
    await expect.poll(() => plans(run)).toEqual([['A in_progress']]);
    await run.cancel(sessionId);
    expect(await answer).toEqual({ stopReason: 'cancelled' });
    expect(plans(run)).toEqual([['A in_progress'], ['A pending']]);
  });

  it('keeps the plans of two sessions apart', async () => {
    await using run = await runAgent(folder, ({ body }) => {
      const asked = JSON.stringify(body.messages.findLast(({ role }) => role === 'user')?.content);
      const isPlanned = body.messages.at(-1)?.role === 'tool';
      return isPlanned ? { text: 'ok' } : plan(`Task of ${asked}`);
    });
    const [one, two] = [await run.newSession(), await run.newSession()];
    await Promise.all([run.prompt(one.sessionId, 'one'), run.prompt(two.sessionId, 'two')]);
    const seen = run.notifications.flatMap(({ sessionId, update }) =>
      update.sessionUpdate === 'plan' ? [[sessionId, update.entries[0]?.content]] : [],
    );
    expect(seen.toSorted()).toEqual(
      [
        [one.sessionId, 'Task of "one"'],
        [two.sessionId, 'Task of "two"'],
      ].toSorted(),
    );
  });

  it('uses what the editor lends it', async () => {
    await using run = await runAgent(folder, [
      { toolCalls: [{ name: 'read_text_file', arguments: { path: 'notes.txt' } }] },
      { text: 'Read.' },
    ]);
    const { sessionId } = await run.newSession();
    await run.prompt(sessionId, 'Read the notes');
    expect(run.updates).toMatchObject([
      { sessionUpdate: 'tool_call', title: 'read_text_file', status: 'in_progress' },
      {
        sessionUpdate: 'tool_call_update',
        status: 'completed',
        rawOutput: 'text of /project/notes.txt',
      },
      { sessionUpdate: 'agent_message_chunk' },
    ]);
  });

  it('says what is wrong with a session that it does not know, and with a model that fails', async () => {
    await using run = await runAgent(folder, [
      { error: { status: 400, message: 'no more leeks' } },
      { text: 'Hi.' },
    ]);
    await expect(run.prompt('nobody', 'Go')).rejects.toThrow('Resource not found');
    await expect(run.load('nobody')).rejects.toThrow('Resource not found');
    const { sessionId } = await run.newSession();
    await expect(run.prompt(sessionId, 'Go')).rejects.toThrow('no more leeks');
    expect(await run.prompt(sessionId, 'Again')).toEqual({ stopReason: 'end_turn' });
  });

  it('ends when the editor does', async () => {
    const run = await runAgent(folder, [plan('A*'), { text: 'ok' }]);
    const { sessionId } = await run.newSession();
    await run.prompt(sessionId, 'Go');
    await run.hangUp();
    expect(await run.ended).toBe(0);
    await run[Symbol.asyncDispose]();
  });
});
