import * as fc from 'fast-check';
import { createSessionTrace } from '../../../src/core/invariants/session-trace.ts';
import type { Violation } from '../../../src/core/invariants/violation.ts';
import type { TurnEndKind } from '../../../src/core/event.ts';
import type { TodoItem } from '../../../src/core/todo.ts';

/** An event before it gets its place in a log. */
export interface Entry {
  readonly type: string;
  readonly data?: unknown;
  readonly [field: string]: unknown;
}

export const start = (turn: number): Entry => ({ type: 'turn/start', data: { turn } });
export const end = (turn: number, kind: TurnEndKind = 'completed'): Entry => ({
  type: 'turn/end',
  data: { turn, reason: { kind } },
});
export const write = (todos: readonly unknown[], more: object = {}): Entry => ({
  type: 'todo/write',
  ...more,
  data: { todos },
});
export const item = (content: string, status: string = 'pending') => ({ content, status });

/** Numbers entries from 0 on, one millisecond apart; what an entry says itself stays. */
export function log(...entries: readonly Entry[]) {
  return entries.map((entry, seq) => ({ seq, time: 1_764_520_000_000 + seq, ...entry }));
}

/** The violations of a log, each with the index of the event that it was reported at. */
export function violationsByIndex(
  events: readonly unknown[],
): readonly (Violation & { readonly at: number })[] {
  const trace = createSessionTrace();
  return events.flatMap((event, at) =>
    trace.advance(event).map((violation) => ({ ...violation, at })),
  );
}

const todos = fc.uniqueArray(
  fc.record<TodoItem>({
    content: fc
      .string({ minLength: 1, maxLength: 8, unit: 'grapheme' })
      .map((text) => text.trim())
      .filter((text) => text !== ''),
    status: fc.constantFrom('pending', 'in_progress', 'completed'),
  }),
  { maxLength: 4, selector: ({ content }) => content },
);

const foreign = fc.constantFrom<Entry>(
  { type: 'host.note', data: { text: 'hello' } },
  { type: 'tool/call', data: null },
);

/** Well-formed logs: whole turns, of which the last may be open, with writes and events of other kinds in between. */
export const wellFormedLog = fc
  .record({
    turns: fc.array(
      fc.record({
        before: fc.array(foreign, { maxLength: 1 }),
        inside: fc.array(
          fc.oneof(
            { arbitrary: todos.map((list) => ({ todos: list })), weight: 4 },
            { arbitrary: foreign.map((entry) => ({ entry })), weight: 1 },
          ),
          { maxLength: 4 },
        ),
        kind: fc.constantFrom<TurnEndKind>('completed', 'aborted', 'error', 'interrupted'),
      }),
      { maxLength: 5 },
    ),
    namesTurns: fc.boolean(),
    lastIsOpen: fc.boolean(),
  })
  .map(({ turns, namesTurns, lastIsOpen }) => {
    const entries = turns.flatMap(({ before, inside, kind }, i): Entry[] => {
      const turn = i + 1;
      const isOpen = lastIsOpen && turn === turns.length;
      return [
        ...before,
        start(turn),
        ...inside.map((each) =>
          'entry' in each ? each.entry : write(each.todos, namesTurns ? { turn } : {}),
        ),
        ...(isOpen ? [] : [end(turn, kind)]),
      ];
    });
    return log(...entries);
  });
