import { assertArgument, assertEvents } from './argument.ts';
import { isRecord, isTurnNumber, turnOf } from './event.ts';
import { validTodos } from './durable-rules.ts';
import { countTodos, type TodoCounts, type TodoItem } from './todo.ts';

/** The turn that a plan belongs to. */
export interface PlanTurn {
  readonly number: number;
  /** Whether the turn still runs. In a closed turn nothing is being worked on, whatever the statuses say. */
  readonly open: boolean;
}

/** What the reducer knows after an event. */
export interface PlanState {
  /** The standing list. `null`: never planned in this turn; `[]`: cleared on purpose. */
  readonly todos: readonly TodoItem[] | null;
  readonly counts: TodoCounts;
  /** `null` before the first turn. */
  readonly turn: PlanTurn | null;
}

/** The plan that people see: the standing list, as of one place in the log. */
export interface Plan extends PlanState {
  /** The seq of the last event that this plan reflects; -1 for an empty log. */
  readonly asOfSeq: number;
}

/** The state before the first event. */
export const EMPTY_PLAN_STATE: PlanState = Object.freeze({
  todos: null,
  counts: countTodos(null),
  turn: null,
});

/**
 * Advances the standing plan by one event of a session's log.
 *
 * Pure. Returns the very same state for events that do not concern the plan, so that `===` tells whether anything
 * changed. A `todo/write` that breaks a rule is skipped: the plan stays the last good one, and the checker reports it.
 * Throws for no event; a state that is none is a `TodoError` with code `invalid_option`.
 *
 * @param state the state before the event; `undefined` to start.
 */
export function reduceTodos(state: PlanState | undefined, event: unknown): PlanState {
  const before = state === undefined ? EMPTY_PLAN_STATE : state;
  const isState = isRecord(before) && (before.todos === null || Array.isArray(before.todos));
  const wanted = 'what reduceTodos answered for the event before, or undefined to start';
  assertArgument(isState && before.turn !== undefined, 'state', wanted, state);
  if (!isRecord(event)) return before;
  switch (event['type']) {
    case 'turn/start': {
      const number = turnOf(event['data']);
      return number === undefined
        ? before
        : Object.freeze({ ...EMPTY_PLAN_STATE, turn: planTurn(number, true) });
    }
    case 'turn/end': {
      const { turn } = before;
      const ends = turn !== null && turn.open && turn.number === turnOf(event['data']);
      return ends ? Object.freeze({ ...before, turn: planTurn(turn.number, false) }) : before;
    }
    case 'todo/write': {
      const todos = validTodos(event['data']);
      if (todos === undefined) return before;
      // A write says which turn it belongs to, so that the plan can be told from the end of a log alone.
      const turn = isTurnNumber(event['turn']) ? planTurn(event['turn'], true) : before.turn;
      return Object.freeze({ todos, counts: countTodos(todos), turn });
    }
    default:
      return before;
  }
}

/**
 * The state after the last events of a log, where it does not depend on anything before them; `undefined` where it does.
 *
 * The start of a turn carries the whole state, and so does a write that names its turn: reading can start at either.
 */
export function projectEnd(events: readonly unknown[]): PlanState | undefined {
  for (let i = events.length - 1; i >= 0; i -= 1) {
    const state = reduceTodos(undefined, events[i]);
    // Only an event that carries the whole state leaves a turn behind when nothing came before it.
    if (state.turn !== null) return events.slice(i + 1).reduce(reduceTodos, state);
  }
  return undefined;
}

/**
 * The plan after all of a session's events, in the order given.
 *
 * Throws for nothing that stands among them; what is no iterable at all is a `TodoError` with code `invalid_option`.
 */
export function projectTodos(events: Iterable<unknown>): Plan {
  assertEvents(events);
  let state = EMPTY_PLAN_STATE;
  let asOfSeq = -1;
  for (const event of events) {
    state = reduceTodos(state, event);
    const seq = isRecord(event) ? event['seq'] : undefined;
    // Logs of the predecessor may leave seq out; there the place says it.
    asOfSeq = Number.isSafeInteger(seq) ? (seq as number) : asOfSeq + 1;
  }
  return planAt(state, asOfSeq);
}

/** A reducer's state, as of the event with this seq. */
export function planAt({ todos, counts, turn }: PlanState, asOfSeq: number): Plan {
  return Object.freeze({ todos, counts, asOfSeq, turn });
}

function planTurn(number: number, open: boolean): PlanTurn {
  return Object.freeze({ number, open });
}
