import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countTodos,
  droppedTodos,
  isTodoStatus,
  sameTodos,
  type TodoItem,
  type TodoStatus,
} from '../../src/core/todo.ts';

const item = (content: string, status: TodoStatus = 'pending'): TodoItem => ({ content, status });

describe('countTodos', () => {
  test('counts by status', () => {
    const todos = [item('a'), item('b'), item('c', 'in_progress'), item('d', 'completed')];
    expect(countTodos(todos)).toEqual({ pending: 2, inProgress: 1, completed: 1 });
  });

  test('counts nothing where nothing was planned or the plan was cleared', () => {
    const nothing = { pending: 0, inProgress: 0, completed: 0 };
    expect(countTodos(null)).toEqual(nothing);
    expect(countTodos([])).toEqual(nothing);
  });

  test('counts every task once', () => {
    const status = fc.constantFrom<TodoStatus>('pending', 'in_progress', 'completed');
    fc.assert(
      fc.property(fc.array(status), (statuses) => {
        const { pending, inProgress, completed } = countTodos(
          statuses.map((each, i) => item(`${i}`, each)),
        );
        expect(pending + inProgress + completed).toBe(statuses.length);
      }),
    );
  });
});

describe('isTodoStatus', () => {
  test('knows exactly three words', () => {
    const words = ['pending', 'in_progress', 'completed', 'Pending', 'in-progress', ' pending', ''];
    expect(words.filter(isTodoStatus)).toEqual(['pending', 'in_progress', 'completed']);
    expect([null, undefined, 0, ['pending']].filter(isTodoStatus)).toEqual([]);
  });
});

describe('sameTodos', () => {
  const list = [item('a'), item('b', 'completed')];

  test.each([
    ['equal lists', [item('a'), item('b', 'completed')], true],
    ['another order', [item('b', 'completed'), item('a')], false],
    ['another status', [item('a'), item('b')], false],
    ['another content', [item('A'), item('b', 'completed')], false],
    ['a shorter list', [item('a')], false],
    ['a longer list', [...list, item('c')], false],
    ['an empty list', [], false],
  ])('%s', (_, other, same) => {
    expect(sameTodos(list, other)).toBe(same);
    expect(sameTodos(other, list)).toBe(same);
  });

  test('two empty lists are the same', () => {
    expect(sameTodos([], [])).toBe(true);
  });
});

describe('droppedTodos', () => {
  test('names what a rewrite that covers only a subtask leaves out', () => {
    const previous = [item('A'), item('B', 'in_progress'), item('C')];
    expect(droppedTodos(previous, [item('B part 1', 'in_progress')])).toEqual(previous);
  });

  test('does not miss what was completed', () => {
    const previous = [item('A', 'completed'), item('B')];
    expect(droppedTodos(previous, [])).toEqual([item('B')]);
  });

  test('finds a task again in any place and status, and only under its exact content', () => {
    const previous = [item('A'), item('B'), item('C')];
    const next = [item('c'), item('B', 'completed'), item('A', 'in_progress')];
    expect(droppedTodos(previous, next)).toEqual([item('C')]);
  });

  test('misses nothing where nothing was planned', () => {
    expect(droppedTodos(null, [])).toEqual([]);
  });
});
