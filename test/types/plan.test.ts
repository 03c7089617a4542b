import { describe, expectTypeOf, it } from 'vitest';
import {
  checkSession,
  countTodos,
  projectTodos,
  reduceTodos,
  TodoError,
  TodoRefusalError,
  VersionConflictError,
  type Plan,
  type PlanState,
  type SessionEvent,
  type TodoCounts,
  type TodoItem,
  type TodoKitOptions,
  type TodoTurnContext,
} from '../../src/index.ts';
import { session, store, turn } from './declared.ts';

describe('a plan', () => {
  it('is exactly this, and nobody can change it', () => {
    expectTypeOf<Plan>().toEqualTypeOf<{
      readonly todos: readonly TodoItem[] | null;
      readonly counts: TodoCounts;
      readonly turn: { readonly number: number; readonly open: boolean } | null;
      readonly asOfSeq: number;
    }>();
    expectTypeOf<PlanState>().toEqualTypeOf<Readonly<Omit<Plan, 'asOfSeq'>>>();
    const change = (plan: Plan) => {
      // @ts-expect-error a plan is what the log says
      plan.todos = [];
      // @ts-expect-error its list is read-only
      plan.todos?.push({ content: 'A', status: 'pending' });
      // @ts-expect-error its items are too
      if (plan.todos?.[0]) plan.todos[0].status = 'completed';
      // @ts-expect-error and its counts
      plan.counts.pending = 0;
    };
    expectTypeOf(change).parameter(0).toEqualTypeOf<Plan>();
  });

  it('makes one ask whether there is a list: never planned is not the empty list', () => {
    const first = ({ todos }: Plan) => {
      // @ts-expect-error todos may be null
      void todos.length;
      if (todos === null) return 'no plan yet';
      expectTypeOf(todos).toEqualTypeOf<readonly TodoItem[]>();
      expectTypeOf(todos[0]).toEqualTypeOf<TodoItem | undefined>();
      return todos[0]?.content ?? 'cleared';
    };
    expectTypeOf(first).returns.toEqualTypeOf<string>();
  });

  it('comes from everywhere as the same type', () => {
    expectTypeOf(session.plan).returns.toEqualTypeOf<Promise<Plan>>();
    expectTypeOf(session.watch).returns.toEqualTypeOf<AsyncIterable<Plan>>();
    expectTypeOf(projectTodos).returns.toEqualTypeOf<Plan>();
    expectTypeOf(reduceTodos).returns.toEqualTypeOf<PlanState>();
    expectTypeOf(countTodos).returns.toEqualTypeOf<TodoCounts>();
    type OnWrite = NonNullable<TodoKitOptions['onWrite']>;
    expectTypeOf<OnWrite>().parameter(0).toEqualTypeOf<Plan>();
  });

  it('is reduced from events as they come, also from a parsed file', () => {
    const reduce = (events: SessionEvent[]) => events.reduce(reduceTodos, undefined as never);
    expectTypeOf(reduce).returns.toExtend<PlanState>();
    expectTypeOf(projectTodos).parameter(0).toEqualTypeOf<Iterable<unknown>>();
    expectTypeOf(session.events).returns.toEqualTypeOf<AsyncIterable<SessionEvent>>();
  });
});

describe('a turn', () => {
  it('has a context that is plain JSON', () => {
    expectTypeOf(turn.context).toEqualTypeOf<TodoTurnContext>();
    expectTypeOf<TodoTurnContext>().toEqualTypeOf<{
      readonly sessionId: string;
      readonly turn: number;
      readonly start: string;
    }>();
    expectTypeOf(turn).toExtend<AsyncDisposable>();
  });

  it('ends for one of four reasons', () => {
    expectTypeOf(turn.end)
      .parameter(0)
      .toEqualTypeOf<'completed' | 'aborted' | 'error' | 'interrupted' | undefined>();
  });

  it('takes frozen lists', () => {
    const write = () => turn.write([{ content: 'A', status: 'pending' }] as const);
    expectTypeOf(write).toBeFunction();
    // @ts-expect-error this is none of the three statuses
    const wrong = () => turn.write([{ content: 'A', status: 'done' }]);
    expectTypeOf(wrong).toBeFunction();
  });
});

describe('an error', () => {
  it('is told apart by its code, or by its class across bundles', () => {
    const explain = (error: unknown) => {
      if (VersionConflictError.isInstance(error)) {
        expectTypeOf(error.actual).toEqualTypeOf<number>();
        return error.sessionId;
      }
      if (TodoRefusalError.isInstance(error)) return error.message;
      if (!TodoError.isInstance(error)) return '';
      // @ts-expect-error there is no such code
      if (error.code === 'nothing') return '';
      return error.code === 'session_not_found' ? 'gone' : error.message;
    };
    expectTypeOf(explain).returns.toEqualTypeOf<string>();
  });
});

describe('a check', () => {
  it('answers how many events it read, and lists what it found', () => {
    const check = () => checkSession(store, 'chat');
    type Check = Awaited<ReturnType<typeof check>>;
    expectTypeOf<Check['events']>().toEqualTypeOf<number>();
    expectTypeOf<Check['violations'][number]['seq']>().toEqualTypeOf<number>();
    expectTypeOf<Check['notes'][number]['message']>().toEqualTypeOf<string>();
  });
});
