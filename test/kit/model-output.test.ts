import { convertToModelMessages, type UIMessage } from 'ai';
import { describe, expect, it } from 'vitest';
import { checkedKit, todos, write } from '../support/kit.ts';

/** A stored conversation in which the tool answered this. */
const conversation = (output: unknown): UIMessage[] => [
  { id: '1', role: 'user', parts: [{ type: 'text', text: 'Plan.' }] },
  {
    id: '2',
    role: 'assistant',
    parts: [
      { type: 'step-start' },
      {
        type: 'tool-todo_write',
        toolCallId: 'c1',
        state: 'output-available',
        input: { todos: todos('A') },
        output,
      },
    ],
  },
];

async function readAgain(output: unknown) {
  const { tools } = await checkedKit().session('chat').startTurn();
  const messages = await convertToModelMessages(conversation(output), { tools });
  const content = messages.at(-1)?.content;
  const part = Array.isArray(content) ? content[0] : undefined;
  return part?.type === 'tool-result' ? part.output : undefined;
}

describe('an output that is shown to the model again from a stored conversation', () => {
  it('is the line of counts', async () => {
    const { tools } = await checkedKit().session('chat').startTurn();
    const output = await write(tools.todo_write, todos('A', 'B*', 'C+'));
    expect(await readAgain(JSON.parse(JSON.stringify(output)))).toEqual({
      type: 'text',
      value: 'Updated todo list: 1 pending, 1 in progress, 1 completed.',
    });
  });

  it.each([
    [{ todos: todos('A*') }, 'Updated todo list: 0 pending, 1 in progress, 0 completed.'],
    [{ todos: 'cut' }, '{"todos":"cut"}'],
    ['text of an older release', 'text of an older release'],
    [null, 'null'],
  ])('never breaks the conversation, whatever it is: %j', async (output, value) => {
    expect(await readAgain(output)).toEqual({ type: 'text', value });
  });
});
