import { parsePartialJson, type UIDataTypes, type UIMessage } from 'ai';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { planFromMessages, type TodoUITools } from '../../src/client/index.ts';
import { todos } from '../support/kit.ts';
import { accepted, assistant, part, streaming, user } from './messages.ts';

const A = todos('A*', 'B');
const none = { todos: null, counts: { pending: 0, inProgress: 0, completed: 0 }, preview: null };

describe('the plan that messages tell', () => {
  it('is the last list that was accepted', () => {
    const plan = planFromMessages([user(), assistant(accepted(todos('Old')), accepted(A))]);
    expect(plan).toEqual({
      todos: A,
      counts: { pending: 1, inProgress: 1, completed: 0 },
      preview: null,
    });
  });

  it('is none before the first call, and none again after the next message of the user', () => {
    expect(planFromMessages([])).toEqual(none);
    expect(planFromMessages([user()])).toEqual(none);
    expect(planFromMessages([user(), assistant(accepted(A)), user()])).toEqual(none);
    expect(planFromMessages([user(), assistant(accepted(A)), user(), assistant()])).toEqual(none);
  });

  it('tells cleared from never planned', () => {
    expect(planFromMessages([user(), assistant(accepted(A), accepted([]))]).todos).toEqual([]);
  });

  it('is not changed by a call that was refused, nor by one that is under way', () => {
    const refused = part('output-error', {
      input: { todos: todos('Refused') },
      errorText: 'Error: invalid todos',
    });
    for (const after of [refused, streaming({ todos: todos('New') }), part('input-available')]) {
      expect(planFromMessages([user(), assistant(accepted(A), after)]).todos).toEqual(A);
    }
    expect(planFromMessages([user(), assistant(accepted(A), refused)]).preview).toBeNull();
  });

  it('is read from calls of a dynamic tool too, and from no other tool', () => {
    const { type: _type, ...rest } = accepted(A);
    const dynamic = { ...rest, type: 'dynamic-tool', toolName: 'todo_write' };
    expect(planFromMessages([user(), assistant(dynamic)]).todos).toEqual(A);
    const other = { ...rest, type: 'dynamic-tool', toolName: 'other' };
    const named = { ...rest, type: 'tool-other' };
    expect(planFromMessages([user(), assistant(other, named)])).toEqual(none);
  });

  it.each([
    undefined,
    null,
    'text',
    {},
    { todos: 'A' },
    { todos: [{ content: 'A' }] },
    { todos: [{ content: '', status: 'pending' }] },
    { todos: [{ content: 'A', status: 'done' }] },
    { todos: [null] },
  ])('keeps the good list when an output is none: %j', (output) => {
    const odd = part('output-available', { output });
    expect(planFromMessages([user(), assistant(accepted(A), odd)]).todos).toEqual(A);
  });

  it('does not take a preliminary output for the last word', () => {
    const early = { ...accepted(todos('Early')), preliminary: true };
    expect(planFromMessages([user(), assistant(early)]).todos).toBeNull();
  });

  it.each([
    { messages: [] },
    { messages: [null] },
    { messages: [{}] },
    { messages: [{ role: 'user' }] },
    { messages: [{ role: 'assistant', parts: [null, 5] }] },
  ])('throws for nothing that a database may give as messages: %j', ({ messages }) => {
    expect(planFromMessages(messages as never)).toEqual(none); // what JavaScript lets through
  });
});

describe('the preview of a list that is being written', () => {
  it.each([
    [undefined, null],
    [{}, null],
    [{ todos: [] }, null],
    [{ todos: [{}] }, null],
    [{ todos: [{ content: 'Dra' }] }, [{ content: 'Dra', status: null }]],
    [{ todos: [{ content: 'Draft', status: 'in_prog' }] }, [{ content: 'Draft', status: null }]],
    [
      { todos: [{ content: 'Draft', status: 'in_progress' }] },
      [{ content: 'Draft', status: 'in_progress' }],
    ],
    [{ todos: [null] }, null],
    [
      { todos: [{ content: 'A', status: 'pending' }, { content: '  ' }, 5] },
      [{ content: 'A', status: 'pending' }],
    ],
    [{ todos: 'A' }, null],
    [null, null],
    ['{"todos":', null],
    [{ todos: [{ content: 5, status: 5 }] }, null],
  ])('of %j is %j, and the accepted list stays', (input, preview) => {
    const before = planFromMessages([user(), assistant(streaming(input))]);
    expect(before).toEqual({ ...none, preview });
    const after = planFromMessages([user(), assistant(accepted(A), streaming(input))]);
    expect(after).toMatchObject({ todos: A, preview });
  });

  it('grows with every character as AI SDK hands it on, without a status that is not there in full', async () => {
    const text = JSON.stringify({ todos: todos('Draft the "outline"', 'Check*', 'Send+') });
    let items = 0;
    for (let end = 0; end <= text.length; end += 1) {
      const { value } = await parsePartialJson(text.slice(0, end));
      const { todos: list, preview } = planFromMessages([user(), assistant(streaming(value))]);
      expect(list).toBeNull();
      const length = preview?.length ?? 0;
      expect(length).toBeGreaterThanOrEqual(items);
      items = length;
      for (const { status } of preview ?? []) {
        expect([null, 'pending', 'in_progress', 'completed']).toContain(status);
      }
    }
    expect(items).toBe(3);
  });

  it('ends with the answer, whatever the answer is', () => {
    const input = { todos: A };
    const states = ['input-available', 'output-available', 'output-error', 'output-denied'];
    const previews = states.map(
      (state) => planFromMessages([user(), assistant(part(state, { input }))]).preview,
    );
    expect(previews).toEqual([A, null, null, null]);
  });
});

it('the messages of useChat can be typed with the tool', () => {
  type ChatMessage = UIMessage<unknown, UIDataTypes, TodoUITools>;
  type Part = Extract<ChatMessage['parts'][number], { type: 'tool-todo_write' }>;
  type Accepted = Extract<Part, { state: 'output-available' }>;
  expectTypeOf<Accepted['output']['counts']['completed']>().toEqualTypeOf<number>();
  expectTypeOf(planFromMessages).toBeCallableWith([] as ChatMessage[]);
  expectTypeOf(planFromMessages).toBeCallableWith([] as UIMessage[]);
});
