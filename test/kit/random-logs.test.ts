import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTodoKit } from '../../src/kit/create-todo-kit.ts';
import type { TodoTurn } from '../../src/kit/turn.ts';
import { checkSession } from '../../src/store/check-session.ts';
import { memoryStore } from '../../src/store/memory-store.ts';

const todos = fc.array(
  fc.record({
    content: fc.constantFrom('a', 'b', 'c', ' d ', '', 'é', 'a\u0000'),
    status: fc.constantFrom('pending', 'in_progress', 'completed', 'done'),
  }),
  { maxLength: 4 },
);

/** What one of several kits does next; every step is started without waiting for the one before, or after it. */
const step = fc.record({
  kit: fc.nat(2),
  waits: fc.boolean(),
  does: fc.oneof(
    fc.constant({ kind: 'start' } as const),
    fc.record({ kind: fc.constant('write' as const), todos, callId: fc.constantFrom('c1', 'c2') }),
    fc.record({ kind: fc.constant('loose' as const), todos, callId: fc.constantFrom('c1', 'c2') }),
    fc.record({
      kind: fc.constant('end' as const),
      as: fc.constantFrom('completed' as const, 'aborted' as const, 'error' as const),
    }),
    fc.constant({ kind: 'delete' } as const),
  ),
});

test('whatever several kits with different policies do to one session, its log is well formed', async () => {
  let events = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const store = memoryStore();
      const kits = [true, false, true].map((allowParallelInProgress) =>
        createTodoKit({ store, allowParallelInProgress }),
      );
      const turns: (TodoTurn | undefined)[] = [];
      const running: Promise<unknown>[] = [];
      for (const { kit: index, waits, does } of steps) {
        const kit = kits[index];
        const run = async () => {
          const session = kit?.session('shared');
          const turn = turns[index];
          switch (does.kind) {
            case 'start':
              turns[index] = await session?.startTurn();
              return;
            case 'end':
              return await turn?.end(does.as);
            case 'delete':
              return await session?.delete();
            case 'write':
            case 'loose': {
              const tool = does.kind === 'write' ? turn?.tools.todo_write : kit?.tools.todo_write;
              const context = { sessionId: 'shared' };
              // A list that breaks a rule has to be refused, so it is passed as if it were none.
              const input = { todos: does.todos } as never;
              return await tool?.execute?.(input, {
                toolCallId: does.callId,
                messages: [],
                context: context as never, // a bound tool looks at none
              });
            }
          }
        };
        // Refusals are part of the game: a bad list, a turn that was superseded.
        const done = run().catch(() => {});
        running.push(done);
        if (waits) await done;
      }
      await Promise.all(running);
      const exists = (await store.read('shared')) !== null;
      if (!exists) return;
      const result = await checkSession(store, 'shared');
      events += result.events;
      expect(result.violations).toEqual([]);
    }),
    { numRuns: 300 },
  );
  expect(events).toBeGreaterThan(300);
});
