import { describe, expect, it } from 'vitest';
import { call, checkedKit, refusal, todos } from '../support/kit.ts';

async function turnOf(options = {}) {
  const kit = checkedKit(options);
  const session = kit.session('chat');
  const { tools } = await session.startTurn();
  const send = (input: unknown) => call(tools.todo_write, input);
  return { session, send };
}

const EXAMPLE = '[{"content":"Draft the outline","status":"pending"}]';
const STATUSES = 'pending, in_progress, completed';

describe('a refused call', () => {
  const todosFaults: readonly (readonly [string, unknown, string])[] = [
    [
      'JSON text',
      JSON.stringify(todos('A')),
      `\`todos\` must be a list, got text; send a list such as ${EXAMPLE}`,
    ],
    [
      'an object',
      { 0: 'A' },
      `\`todos\` must be a list, got an object; send a list such as ${EXAMPLE}`,
    ],
    ['null', null, `\`todos\` must be a list, got null; send a list such as ${EXAMPLE}`],
    ['a number', 7, `\`todos\` must be a list, got a number; send a list such as ${EXAMPLE}`],
    [
      'nothing',
      undefined,
      `\`todos\` must be a list, got nothing (it is missing); send a list such as ${EXAMPLE}`,
    ],
  ];
  it.each(todosFaults)('says what a list is when todos is %s', async (_name, value, text) => {
    const { send, session } = await turnOf();
    const input = value === undefined ? {} : { todos: value };
    expect(await refusal(send(input))).toBe(`Error: invalid todos: ${text}`);
    expect(await session.plan()).toMatchObject({ todos: null, asOfSeq: 0 });
  });

  it.each([
    ['a list', todos('A'), 'a list'],
    ['text', 'A', 'text'],
    ['null', null, 'null'],
    ['nothing', undefined, 'nothing (it is missing)'],
  ])('says what the input is when it is %s', async (_name, input, kind) => {
    const { send } = await turnOf();
    expect(await refusal(send(input))).toBe(
      `Error: invalid todos: the input must be an object with one key, \`todos\`; got ${kind}, send {"todos":${EXAMPLE}}`,
    );
  });

  it.each([
    [null, 'null'],
    [42, 'a number'],
    ['text', 'text'],
    [['A'], 'a list'],
    [true, 'a boolean'],
  ])('names an entry that is no object: %j', async (entry, kind) => {
    const { send } = await turnOf();
    expect(await refusal(send({ todos: [...todos('A'), entry] }))).toBe(
      `Error: invalid todo: \`todos[1]\` must be an object with content and status, got ${kind}`,
    );
  });

  it.each([
    ['done', '"done"'],
    ['Done', '"Done"'],
    ['in-progress', '"in-progress"'],
    ['IN_PROGRESS', '"IN_PROGRESS"'],
    ['cancelled', '"cancelled"'],
    ['failed', '"failed"'],
    [' completed ', '" completed "'],
    ['', '""'],
    [undefined, 'nothing (it is missing)'],
    [null, 'null'],
    [1, '1'],
    [true, 'true'],
    [['done'], 'a list'],
    ['\ud800', '"\\ud800"'],
  ])('names a status that is none of the three, and stores nothing: %j', async (status, got) => {
    const { send, session } = await turnOf();
    await send({ todos: todos('Before') });
    const bad = status === undefined ? { content: 'B' } : { content: 'B', status };
    const text = await refusal(send({ todos: [...todos('A'), bad, ...todos('C')] }));
    expect(text).toBe(
      `Error: invalid todo: \`todos[1].status\` must be one of ${STATUSES} (got ${got})`,
    );
    expect((await session.plan()).todos).toEqual(todos('Before'));
  });

  it('cuts a long unknown status and never in the middle of a character', async () => {
    const { send } = await turnOf();
    const status = `${'x'.repeat(79)}😀${'y'.repeat(5000)}`;
    const text = await refusal(send({ todos: [{ content: 'A', status }] }));
    expect(text).toBe(
      `Error: invalid todo: \`todos[0].status\` must be one of ${STATUSES} (got "${'x'.repeat(79)}"… (5081 characters))`,
    );
  });

  it('names all unknown keys of an entry at once', async () => {
    const { send } = await turnOf();
    const entry = {
      content: 'A',
      status: 'pending',
      id: '1',
      priority: 'high',
      activeForm: 'Doing A',
    };
    expect(await refusal(send({ todos: [entry] }))).toBe(
      'Error: invalid todo: `todos[0]` has unknown keys "id", "priority", "activeForm"; the only keys are content and status',
    );
  });

  it('names all unknown keys beside todos at once, also __proto__', async () => {
    const { send } = await turnOf();
    const input: unknown = JSON.parse('{"todos":[],"merge":true,"__proto__":{"x":1}}');
    expect(await refusal(send(input))).toBe(
      'Error: invalid todos: unknown keys "merge", "__proto__" beside `todos`; the only key is `todos`',
    );
  });

  it('takes no key from a prototype', async () => {
    const { send } = await turnOf();
    const entry: unknown = Object.create({ content: 'A', status: 'pending' });
    expect(await refusal(send({ todos: [entry] }))).toBe(
      [
        'Error: invalid todo: `content` must be a non-empty string',
        'todos[0]: `content` must be a non-empty string',
        `todos[0]: \`status\` must be one of ${STATUSES} (got nothing (it is missing))`,
      ].join('\n'),
    );
  });

  const blanks = {
    empty: '',
    space: ' ',
    'line breaks': '\n\r\u2028\u2029\u0085',
    'no-break space': '\u00a0',
    'ideographic space': '\u3000',
    'zero width space': '\u200b',
    'zero width joiner': '\u200d',
    'word joiner': '\u2060',
    'byte order mark': '\ufeff',
    'soft hyphen': '\u00ad',
    'variation selector': '\ufe0f',
    'combining grapheme joiner': '\u034f',
    'hangul filler': '\u3164',
    'halfwidth hangul filler': '\uffa0',
    'braille blank': '\u2800',
    'control character': '\u0000\u0007\u001b',
    'bidi control': '\u202e\u2066',
    'tag characters': '\u{e0001}\u{e0041}',
    'several kinds': ' \u200b\u2800\u3164\t',
  };
  it.each(Object.entries(blanks))(
    'refuses content that cannot be seen: %s',
    async (_name, content) => {
      const { send } = await turnOf();
      const text = await refusal(send({ todos: [{ content, status: 'pending' }] }));
      expect(text).toBe('Error: invalid todo: `content` must be a non-empty string');
    },
  );

  it.each([[undefined], [null], [5], [['A']], [{}]])(
    'refuses content that is no string: %j',
    async (content) => {
      const { send } = await turnOf();
      const text = await refusal(send({ todos: [{ content, status: 'pending' }] }));
      expect(text).toBe('Error: invalid todo: `content` must be a non-empty string');
    },
  );

  it('refuses content with half a character', async () => {
    const { send } = await turnOf();
    expect(await refusal(send({ todos: [{ content: 'Fix \ud83d', status: 'pending' }] }))).toBe(
      'Error: invalid todo: `todos[0].content` has a lone surrogate (half a character); send the text again without it',
    );
  });

  it.each([
    ['trimming', ['Write "it"', '  Write "it"\n'], '"Write \\"it\\""'],
    ['NFC', ['caf\u00e9', 'cafe\u0301'], '"cafe\u0301"'],
    ['both', [' \u00c5ngstr\u00f6m', 'A\u030angstro\u0308m '], '"A\u030angstro\u0308m"'],
  ])('refuses contents that are equal after %s', async (_name, contents, shown) => {
    const { send } = await turnOf();
    const list = contents.map((content) => ({ content, status: 'pending' }));
    expect(await refusal(send({ todos: list }))).toBe(
      `Error: invalid todos: duplicate content ${shown}`,
    );
  });

  it('takes contents that only look alike', async () => {
    const { send } = await turnOf();
    const { todos: stored } = await send({
      todos: todos('Team', 'team', 'ﬁx', 'fix', 'a\u200bb', 'ab'),
    });
    expect(stored).toHaveLength(6);
  });

  it('keeps the limits: at them is fine, one above is refused with both numbers', async () => {
    const { send } = await turnOf();
    const items = (count: number) => todos(...Array.from({ length: count }, (_, i) => `Task ${i}`));
    expect((await send({ todos: items(500) })).counts.pending).toBe(500);
    expect(await refusal(send({ todos: items(501) }))).toBe(
      'Error: invalid todos: at most 500 items are allowed (got 501)',
    );
    expect((await send({ todos: todos(` ${'x'.repeat(2000)} `) })).todos[0]?.content).toHaveLength(
      2000,
    );
    expect(await refusal(send({ todos: todos('x'.repeat(2001)) }))).toBe(
      'Error: invalid todo: `todos[0].content` must be at most 2000 characters (got 2001)',
    );
  });

  it('keeps the limits that the application sets', async () => {
    const { send } = await turnOf({ limits: { maxTodos: 1, maxContentLength: 3 } });
    expect((await send({ todos: todos('abc') })).todos).toEqual(todos('abc'));
    expect(await refusal(send({ todos: todos('abc', 'abcd') }))).toBe(
      [
        'Error: invalid todos: at most 1 item is allowed (got 2)',
        'todos: at most 1 item is allowed (got 2)',
        'todos[1]: `content` must be at most 3 characters (got 4)',
      ].join('\n'),
    );
  });

  it('says both faults of a long list with their places', async () => {
    const { send } = await turnOf();
    const list: unknown[] = todos(...Array.from({ length: 20 }, (_, i) => `Task ${i}`));
    list[7] = { content: 'Task 7', status: 'pending', note: 'x' };
    list[12] = { content: '', status: 'pending' };
    expect(await refusal(send({ todos: list }))).toBe(
      [
        'Error: invalid todo: `todos[7]` has unknown key "note"; the only keys are content and status',
        'todos[7]: has unknown key "note"; the only keys are content and status',
        'todos[12]: `content` must be a non-empty string',
      ].join('\n'),
    );
  });

  it('stays short however much is wrong', async () => {
    const { send } = await turnOf();
    const faulty = Array.from({ length: 500 }, () => ({
      content: ' ',
      status: 'DONE',
      ['k'.repeat(999)]: 1,
    }));
    const text = await refusal(send({ todos: faulty }));
    const lines = text.split('\n');
    expect(lines).toHaveLength(12);
    expect(lines.at(-1)).toBe('and 1490 more');
    expect(text.length).toBeLessThan(2000);
  });

  it('reports in one order: keys, number, entries, then the rule of one active item', async () => {
    const { send } = await turnOf({ limits: { maxTodos: 3 } });
    const list = [
      { content: 'A', status: 'in_progress' },
      null,
      { content: 'A ', status: 'nope', id: 1 },
      { content: 'B', status: 'in_progress' },
    ];
    const text = await refusal(send({ todos: list, plan: 1 }));
    expect(text.split('\n').slice(1)).toEqual([
      'todos: unknown key "plan" beside `todos`; the only key is `todos`',
      'todos: at most 3 items are allowed (got 4)',
      'todos[1]: must be an object with content and status, got null',
      'todos[2]: duplicate content "A"',
      `todos[2]: \`status\` must be one of ${STATUSES} (got "nope")`,
      'todos[2]: has unknown key "id"; the only keys are content and status',
      'todos: at most one task may be in_progress (got 2)',
    ]);
  });
});
