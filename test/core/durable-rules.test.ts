import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { durableFaults, validTodos } from '../../src/core/durable-rules.ts';
import { checkTodos } from '../../src/core/check-todos.ts';
import { resolveLimits } from '../../src/core/limits.ts';

const item = (content: unknown, status: unknown = 'pending') => ({ content, status });

describe('the rules of a stored list', () => {
  test('hold for any list of distinct contents and known statuses', () => {
    const todos = [
      item('a'),
      item('b', 'in_progress'),
      item('c', 'in_progress'),
      item('d', 'completed'),
    ];
    expect(durableFaults({ todos })).toEqual([]);
    expect(durableFaults({ todos: [] })).toEqual([]);
  });

  test('name every fault with its place, in the order of the list', () => {
    const todos = [item(''), null, item('a'), item('a', 'done'), item(5, null), { content: 'x' }];
    expect(durableFaults({ todos }).map(({ rule, index }) => [index, rule])).toEqual([
      [0, 'todo-content'],
      [1, 'todo-entry'],
      [3, 'todo-unique'],
      [3, 'todo-status'],
      [4, 'todo-content'],
      [4, 'todo-status'],
      [5, 'todo-entry'],
    ]);
  });

  test.each([undefined, null, [], 'x', {}, { todos: null }, { todos: {} }, { Todos: [] }])(
    'need a list: %j',
    (data) => {
      expect(durableFaults(data).map(({ rule }) => rule)).toEqual(['todos-array']);
      expect(validTodos(data)).toBeUndefined();
    },
  );

  test('see a hole in a list, and fields that an entry only inherits', () => {
    const inherited: unknown = Object.create(item('a'));
    // oxlint-disable-next-line no-sparse-arrays -- the hole is what is tested
    const todos = [item('a'), , inherited];
    expect(durableFaults({ todos }).map(({ rule, index }) => [index, rule])).toEqual([
      [1, 'todo-entry'],
      [2, 'todo-entry'],
    ]);
  });

  test('ask for exact equality only, so that old lists stay valid', () => {
    const contents = ['A', 'a', 'caf\u00e9', 'cafe\u0301', '\u200b', 'x'.repeat(5000)];
    expect(durableFaults({ todos: contents.map((content) => item(content)) })).toEqual([]);
  });
});

describe('validTodos', () => {
  test('answers a frozen copy of a good list', () => {
    const todos = [item('a')];
    const copy = validTodos({ todos });
    expect(copy).toEqual(todos);
    expect(copy).not.toBe(todos);
    expect(Object.isFrozen(copy) && Object.isFrozen(copy?.[0])).toBe(true);
  });

  test('accepts whatever the tool accepts', () => {
    const content = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(' a ', 'a'),
    );
    const status = fc.constantFrom('pending', 'in_progress', 'completed');
    const list = fc.array(fc.record({ content, status }), { maxLength: 4 });
    const policy = { allowParallelInProgress: true, limits: resolveLimits() };
    let accepted = 0;
    fc.assert(
      fc.property(list, (todos) => {
        const checked = checkTodos({ todos }, policy);
        const stored = validTodos({ todos: checked.todos });
        const isAccepted = checked.faults.length === 0;
        accepted += isAccepted ? 1 : 0;
        expect(isAccepted ? stored : checked.todos).toEqual(checked.todos);
      }),
    );
    expect(accepted).toBeGreaterThan(0);
  });
});
