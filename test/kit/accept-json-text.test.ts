import { describe, expect, it } from 'vitest';
import { createTodoKit, memoryStore } from '../../src/index.ts';
import { call, checkedKit, eventsOf, refusal, todos } from '../support/kit.ts';

const list = todos('Draft outline*', 'Check "quotes" and \u2028');
const text = JSON.stringify(list);

async function openTurn(acceptJsonText?: boolean) {
  const kit = checkedKit({ acceptJsonText });
  const turn = await kit.session('chat').startTurn();
  return { kit, tool: turn.tools.todo_write };
}

describe('A-01: a list that is sent as JSON text', () => {
  it('is refused by default, and nothing is stored', async () => {
    const { kit, tool } = await openTurn();
    expect(await refusal(call(tool, { todos: text }))).toContain(
      '`todos` must be a list, got text',
    );
    expect(await eventsOf(kit, 'chat')).toHaveLength(1);
  });

  it('is stored and answered like the list itself with acceptJsonText', async () => {
    const asText = await openTurn(true);
    const asList = await openTurn(true);
    const output = await call(asText.tool, { todos: `\n ${text} ` });
    expect(output).toEqual(await call(asList.tool, { todos: list }));
    expect(await eventsOf(asText.kit, 'chat')).toEqual(await eventsOf(asList.kit, 'chat'));
  });

  it('clears the list where it holds an empty one', async () => {
    const { kit, tool } = await openTurn(true);
    await call(tool, { todos: '[]' });
    expect((await kit.session('chat').plan()).todos).toEqual([]);
  });

  it('is held to all rules after it was parsed', async () => {
    const { tool } = await openTurn(true);
    const same = JSON.stringify(todos('A', 'A'));
    expect(await refusal(call(tool, { todos: same }))).toBe(
      'Error: invalid todos: duplicate content "A"',
    );
    const extra = '[{"content":"A","status":"pending","__proto__":{"x":1}}]';
    expect(await refusal(call(tool, { todos: extra }))).toContain('unknown key "__proto__"');
    expect(await refusal(call(tool, { todos: text, note: 1 }))).toContain('unknown key "note"');
  });

  it.each([
    ['text within the text', JSON.stringify(text), 'got text'],
    ['an object', '{"todos":[]}', 'got an object'],
    ['a cut-off list', text.slice(0, -1), 'got text'],
    ['a list with something behind it', `${text};`, 'got text'],
    ['no text at all', '', 'got text'],
  ])('is refused where it holds %s', async (_, value, got) => {
    const { kit, tool } = await openTurn(true);
    expect(await refusal(call(tool, { todos: value }))).toContain(`must be a list, ${got}`);
    expect(await eventsOf(kit, 'chat')).toHaveLength(1);
  });
});

it('acceptJsonText must be a boolean', () => {
  const options = { store: memoryStore(), allowParallelInProgress: false };
  // Not a boolean on purpose.
  expect(() => createTodoKit({ ...options, acceptJsonText: 'yes' as unknown as boolean })).toThrow(
    '`acceptJsonText` must be true or false; got "yes".',
  );
});
