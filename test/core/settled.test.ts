import { describe, expect, it } from 'vitest';
import { settledTodos } from '../../src/core/settled.ts';
import { projectTodos } from '../../src/core/plan.ts';
import { todos } from '../support/kit.ts';
import { plan, settledPlan } from '../support/plans.ts';

describe('a plan as people see it', () => {
  it('is the plan itself while its turn runs', () => {
    const shown = plan('A+', 'B*', 'C');
    expect(settledTodos(shown)).toBe(shown.todos);
    expect(settledTodos({ todos: shown.todos })).toBe(shown.todos);
    expect(settledTodos({ todos: shown.todos, turn: null })).toBe(shown.todos);
  });

  it('has paused tasks instead of tasks in progress once its turn is over', () => {
    expect(settledTodos(settledPlan('A+', 'B*', 'C', 'D*'))).toEqual([
      { content: 'A', status: 'completed' },
      { content: 'B', status: 'paused' },
      { content: 'C', status: 'pending' },
      { content: 'D', status: 'paused' },
    ]);
  });

  it('keeps no plan and a cleared plan apart', () => {
    expect(settledTodos({ todos: null, turn: { open: false } })).toBeNull();
    expect(settledTodos(settledPlan())).toEqual([]);
  });

  it.each(['completed', 'aborted', 'error', 'interrupted'])(
    'is paused however the turn ended: %s',
    (kind) => {
      const log = [
        { seq: 0, time: 1, type: 'turn/start', data: { turn: 1 } },
        { seq: 1, time: 1, type: 'todo/write', data: { todos: todos('A*') } },
        { seq: 2, time: 1, type: 'turn/end', data: { turn: 1, reason: { kind } } },
      ];
      expect(settledTodos(projectTodos(log))).toEqual([{ content: 'A', status: 'paused' }]);
    },
  );

  it('leaves the plan as it was', () => {
    const shown = settledPlan('A*');
    settledTodos(shown);
    expect(shown.todos).toEqual(todos('A*'));
  });
});
