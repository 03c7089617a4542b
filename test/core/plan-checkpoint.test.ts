import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { projectEnd, projectTodos, reduceTodos, type PlanState } from '../../src/core/plan.ts';
import { wellFormedLog } from './invariants/log.ts';

const turn = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constantFrom(0, '1', null, undefined));
const todo = fc.record({
  content: fc.constantFrom('a', 'b', ' c', ''),
  status: fc.constantFrom('pending', 'in_progress', 'completed', 'done'),
});
const garbage = fc.oneof(
  fc.record({ type: fc.constant('turn/start'), data: fc.record({ turn }) }),
  fc.record({
    type: fc.constant('turn/end'),
    data: fc.record({ turn, reason: fc.constant({ kind: 'completed' }) }),
  }),
  fc.record(
    {
      type: fc.constant('todo/write'),
      data: fc.record({ todos: fc.oneof(fc.array(todo, { maxLength: 2 }), fc.anything()) }),
      turn,
    },
    { requiredKeys: ['type', 'data'] },
  ),
  fc.record({ type: fc.constantFrom('turn/start', 'todo/write', 'x'), data: fc.anything() }),
);
const concerns = (event: unknown) =>
  ['turn/start', 'turn/end', 'todo/write'].includes(
    String((event as { type?: unknown } | null | undefined)?.type), // of unknown kind on purpose
  );

const anyLog = fc.oneof(
  wellFormedLog,
  fc
    .array(garbage, { maxLength: 12 })
    .map((entries) => entries.map((entry, seq) => ({ ...entry, seq }))),
);

test('the end of a log, where it can be told alone, gives the plan of the whole log', () => {
  let ends = 0;
  fc.assert(
    fc.property(anyLog, (events) => {
      const { asOfSeq: _, ...whole } = projectTodos(events);
      for (const at of events.keys()) {
        const state = projectEnd(events.slice(at));
        if (state === undefined) continue;
        ends += 1;
        expect(state).toEqual(whole);
      }
    }),
    { numRuns: 500 },
  );
  expect(ends).toBeGreaterThan(100);
});

test('every state is frozen, and stays the very same for an event of another kind', () => {
  fc.assert(
    fc.property(anyLog, (events) => {
      let state: PlanState | undefined;
      for (const event of events) {
        state = reduceTodos(state, event);
        expect(Object.isFrozen(state)).toBe(true);
        expect(reduceTodos(state, { ...event, type: 'host.note' })).toBe(state);
      }
    }),
  );
});

test('garbage anywhere between the events changes nothing', () => {
  const noise = fc.oneof(fc.anything(), fc.record({ type: fc.string(), data: fc.anything() }));
  fc.assert(
    fc.property(
      wellFormedLog,
      fc.array(noise.filter((event) => !concerns(event))),
      fc.nat(),
      (events, strange, nat) => {
        const at = nat % (events.length + 1);
        const { todos, counts, turn: standing } = projectTodos(events);
        const plan = projectTodos(events.toSpliced(at, 0, ...(strange as typeof events))); // read as unknown
        expect(plan).toMatchObject({ todos, counts, turn: standing });
      },
    ),
  );
});
