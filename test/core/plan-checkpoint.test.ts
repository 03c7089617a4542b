import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCheckpoint, projectTodos, reduceTodos, type PlanState } from '../../src/core/plan.ts';
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

test('reading from any checkpoint on gives the plan of the whole log', () => {
  let checkpoints = 0;
  fc.assert(
    fc.property(anyLog, (events) => {
      const whole = projectTodos(events);
      for (const [at, event] of events.entries()) {
        if (!isCheckpoint(event)) continue;
        checkpoints += 1;
        expect(projectTodos(events.slice(at))).toEqual(whole);
      }
    }),
    { numRuns: 500 },
  );
  expect(checkpoints).toBeGreaterThan(100);
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
