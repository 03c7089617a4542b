import { describe, expect, test } from 'vitest';
import {
  EMPTY_PLAN_STATE,
  projectEnd,
  projectTodos,
  reduceTodos,
  type PlanState,
} from '../../src/core/plan.ts';
import { end, item, log, start, write, type Entry } from './invariants/log.ts';

const NOTHING = { pending: 0, inProgress: 0, completed: 0 };
const after = (...entries: readonly Entry[]): PlanState =>
  log(...entries).reduce<PlanState>(reduceTodos, EMPTY_PLAN_STATE);

describe('the standing plan', () => {
  test('is null before anything happened', () => {
    const empty = { todos: null, counts: NOTHING, turn: null };
    expect(reduceTodos(undefined, null)).toEqual(empty);
    expect(projectTodos([])).toEqual({ ...empty, asOfSeq: -1 });
  });

  test('is the last list that was written', () => {
    const first = [item('a'), item('b')];
    const second = [item('b', 'in_progress'), item('c', 'completed')];
    expect(after(start(1), write(first), write(second))).toEqual({
      todos: second,
      counts: { pending: 0, inProgress: 1, completed: 1 },
      turn: { number: 1, open: true },
    });
  });

  test('outlives the end of its turn, which it shows as closed', () => {
    const todos = [item('a', 'in_progress')];
    expect(after(start(1), write(todos), end(1))).toMatchObject({
      todos,
      turn: { number: 1, open: false },
    });
  });

  test('is gone when the next turn starts', () => {
    expect(after(start(1), write([item('a')]), end(1), start(2))).toEqual({
      todos: null,
      counts: NOTHING,
      turn: { number: 2, open: true },
    });
  });

  test('that was cleared is not the same as one that was never made', () => {
    expect(after(start(1)).todos).toBeNull();
    expect(after(start(1), write([item('a')]), write([])).todos).toEqual([]);
    expect(after(start(1), write([])).todos).toEqual([]);
  });

  test('may have several tasks in progress', () => {
    const todos = [item('a', 'in_progress'), item('b', 'in_progress')];
    expect(after(start(1), write(todos)).counts).toEqual({ ...NOTHING, inProgress: 2 });
  });

  test('belongs to the turn that a write names, so that it can be told from the end of a log', () => {
    expect(after(write([item('a')], { turn: 7 })).turn).toEqual({ number: 7, open: true });
    expect(after(write([item('a')])).turn).toBeNull();
  });
});

describe('events that do not concern the plan', () => {
  const state = after(start(1), write([item('a')]));

  test.each<readonly [string, unknown]>([
    ['an event of an unknown type', { type: 'host.note', data: { todos: [] } }],
    ['the end of another turn', end(2)],
    ['the end of no turn', { type: 'turn/end', data: {} }],
    ['a start without a number', { type: 'turn/start', data: { turn: '2' } }],
    ['a start without data', { type: 'turn/start' }],
    ['a write without a list', { type: 'todo/write', data: {} }],
    ['a write whose list is text', { type: 'todo/write', data: { todos: '[]' } }],
    ['a write with an empty content', write([item('b'), item('')])],
    ['a write with space around a content', write([item(' b')])],
    ['a write with an unknown status', write([item('b', 'done')])],
    ['a write with a third field', write([{ ...item('b'), id: '1' }])],
    ['a write with an entry that is null', write([null])],
    ['a write with a content twice', write([item('b'), item('b')])],
    ['an event without a type', { data: { todos: [] } }],
    ['null', null],
    ['text', 'todo/write'],
    ['a list', [write([])]],
  ])('leave the very same state: %s', (_, event) => {
    expect(reduceTodos(state, event)).toBe(state);
  });

  test('a second end of the same turn changes nothing', () => {
    const ended = reduceTodos(state, end(1));
    expect(ended).not.toBe(state);
    expect(reduceTodos(ended, end(1))).toBe(ended);
  });

  test('the first state is always the same one', () => {
    expect(reduceTodos(undefined, { type: 'x' })).toBe(EMPTY_PLAN_STATE);
  });
});

describe('what the reducer hands out', () => {
  test('cannot be changed, and does not change with what it was given', () => {
    const todos = [item('a')];
    const state = reduceTodos(undefined, write(todos));
    todos.push(item('b'));
    Object.assign(todos[0] ?? {}, { content: 'z' });
    expect(state.todos).toEqual([item('a')]);
    for (const part of [state, state.todos, state.todos?.[0], state.counts]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });
});

describe('projectTodos', () => {
  test('follows the sequence, whatever the times say', () => {
    const times = [1000, 1000, 990];
    const events = log(start(1), write([item('first')]), write([item('second')]));
    const plan = projectTodos(events.map((event, i) => ({ ...event, time: times[i] })));
    expect(plan.todos).toEqual([item('second')]);

    const anHourBack = log(start(1), write([item('a')]), { ...write([item('b')]), time: 1 });
    expect(projectTodos(anHourBack).todos).toEqual([item('b')]);
  });

  test('skips events and fields that it does not know', () => {
    const plan = projectTodos(
      log(
        { ...start(1), v: 1 },
        { type: 'host.note', v: 1 },
        { ...write([item('a')]), origin: 'plug-in' },
        { type: 'todo/rewind', v: 99, data: { toSeq: 0 } },
      ),
    );
    expect(plan).toMatchObject({ todos: [item('a')], asOfSeq: 3 });
  });

  test('gives the plan at an earlier place from the events up to there', () => {
    const events = log(start(1), write([item('v1')]), write([item('v2')]));
    expect(projectTodos(events.slice(0, 2))).toMatchObject({ todos: [item('v1')], asOfSeq: 1 });
  });

  test('says as of which event the plan is, also where events have no number', () => {
    expect(projectTodos(log(start(1), { type: 'x' })).asOfSeq).toBe(1);
    expect(projectTodos([start(1), write([])]).asOfSeq).toBe(1);
    expect(projectTodos([{ ...start(1), seq: 40 }, write([])]).asOfSeq).toBe(41);
  });
});

describe('projectEnd', () => {
  test.each<readonly [unknown, boolean]>([
    [start(1), true],
    [write([], { turn: 1 }), true],
    [write([]), false],
    [write([item('')], { turn: 1 }), false],
    [write([], { turn: 0 }), false],
    [end(1), false],
    [{ type: 'turn/start', data: {} }, false],
    [null, false],
  ])('%j: %s', (event, expected) => {
    expect(projectEnd([event]) !== undefined).toBe(expected);
  });
});
