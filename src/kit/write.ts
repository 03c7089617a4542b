import { isAbort, orAbort } from '../core/abort.ts';
import { checkTodos, type CheckedTodos } from '../core/check-todos.ts';
import { validTodos } from '../core/durable-rules.ts';
import { faultText } from '../core/fault-text.ts';
import { parseTodosText } from '../core/parse-todos-text.ts';
import { planAt } from '../core/plan.ts';
import { TodoRefusalError } from '../core/refusal.ts';
import { assertSessionId } from '../core/session-id.ts';
import { countTodos, droppedTodos, sameTodos, type TodoItem } from '../core/todo.ts';
import { readHead } from '../store/read-head.ts';
import { commit, type Decision } from './commit.ts';
import type { Cursor } from './cursor.ts';
import { todoWrite, turnStart } from './events.ts';
import { closedReason, closedRefusal } from './fence.ts';
import type { KitCore } from './kit-core.ts';
import { inOrder } from './lane.ts';
import { ownerOf, type Owner } from './owner.ts';
import { storeRefusal } from './store-failure.ts';
import type { TodoWriteInfo, TodoWriteOutput } from './types.ts';

/** One call of `todo_write`. */
export interface WriteRequest {
  /** What the model sent, as it came. */
  readonly input: unknown;
  /** A `TodoToolContext`, as it came. */
  readonly context: unknown;
  readonly callId: string | undefined;
  readonly parentSession?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The way of a list from the model to the log: check it, wait for the calls before it, compare it with what stands,
 * append it, tell the application.
 *
 * Throws a `TodoRefusalError` with the text for the model, or the signal's reason; then nothing was appended (unless
 * the code is `outcome_unknown`). Once the append is under way an abort no longer counts.
 */
// Up to `inOrder` nothing here may wait: calls get their place in the order in which they arrive.
export async function writeTodos(core: KitCore, request: WriteRequest): Promise<TodoWriteOutput> {
  const { input, context, callId, parentSession, signal } = request;
  const { todos, faults } = readInput(core, input);
  const owner = ownerOf(context);
  if ('fault' in owner) {
    const code = faults.length > 0 ? 'invalid_todos' : 'no_session';
    throw new TodoRefusalError(code, faultText([...faults, owner.fault]));
  }
  if (faults.length > 0) throw new TodoRefusalError('invalid_todos', faultText(faults));
  try {
    assertSessionId(owner.sessionId);
    const lane = core.lane(owner.sessionId);
    return await inOrder(lane, signal, async () => {
      const decide = (cursor: Cursor) =>
        decideWrite(core, { owner, todos, callId, signal }, cursor);
      const done = await commit({
        store: core.store,
        lane,
        parentSession,
        needsTurnLog: true,
        decide,
        signal,
      });
      const { info, isNew, output } = done.result;
      if (isNew) tellApplication(core, done.cursor, info);
      return output;
    });
  } catch (error) {
    if (TodoRefusalError.isInstance(error) || isAbort(error, signal)) throw error;
    throw storeRefusal(error);
  }
}

/** A model's input is plain JSON; an application's may be anything, also an object whose fields throw. */
function readInput(core: KitCore, input: unknown): CheckedTodos {
  try {
    return checkTodos(core.acceptJsonText ? parseTodosText(input) : input, core);
  } catch (error) {
    throw new TodoRefusalError('invalid_todos', 'invalid todos: the list cannot be read', {
      cause: error,
    });
  }
}

interface Write {
  readonly owner: Owner;
  readonly todos: readonly TodoItem[];
  readonly callId: string | undefined;
  readonly signal: AbortSignal | undefined;
}

interface WriteResult {
  readonly output: TodoWriteOutput;
  readonly info: TodoWriteInfo;
  /** Whether events are to be appended; a replay only answers. */
  readonly isNew: boolean;
}

async function decideWrite(
  core: KitCore,
  { owner, todos, callId, signal }: Write,
  cursor: Cursor,
): Promise<Decision<WriteResult>> {
  const { sessionId } = owner;
  const closed = owner.turn && closedReason(cursor, owner.turn);
  if (closed !== undefined) throw closedRefusal(closed);

  const latest = cursor.state.turn;
  const isOpen = latest?.open === true;
  const turn = isOpen ? latest.number : (latest?.number ?? 0) + 1;
  const info: TodoWriteInfo = { sessionId, turn, callId };

  const replayed = isOpen
    ? await findReplay(core, cursor, { owner, todos, callId, signal })
    : undefined;
  if (replayed !== undefined) {
    return { events: [], result: { output: replayed, info, isNew: false } };
  }
  const previous = isOpen ? cursor.state.todos : null;
  await askApplication(core, todos, { ...info, previous }, signal);
  const write = todoWrite(core, { todos, turn, callId });
  return {
    events: isOpen ? [write] : [turnStart(core, turn), write],
    result: { output: outputOf(previous, todos), info, isNew: true },
  };
}

function outputOf(
  previous: readonly TodoItem[] | null,
  todos: readonly TodoItem[],
): TodoWriteOutput {
  return { todos, counts: countTodos(todos), dropped: droppedTodos(previous, todos) };
}

/**
 * The answer of an earlier call, if this one repeats it: the latest write of the open turn with the same call id holds
 * an equal list. The answer is worked out anew from what stood before that write.
 */
async function findReplay(
  { store }: KitCore,
  { turnLog }: Cursor,
  { owner: { sessionId }, todos, callId, signal }: Write,
): Promise<TodoWriteOutput | undefined> {
  const seq = callId === undefined ? undefined : turnLog?.calls.get(callId);
  if (seq === undefined) return undefined;
  const slice = await store.read(sessionId, { fromSeq: seq, limit: 1, signal });
  const stored = validTodos(slice?.events[0]?.data);
  if (stored === undefined || !sameTodos(stored, todos)) return undefined;
  const before = await readHead(store, sessionId, { atSeq: seq - 1, signal });
  return outputOf(before.state.todos, todos);
}

async function askApplication(
  { validate }: KitCore,
  todos: readonly TodoItem[],
  info: TodoWriteInfo & { readonly previous: readonly TodoItem[] | null },
  signal: AbortSignal | undefined,
): Promise<void> {
  if (validate === undefined) return;
  let reason: unknown;
  try {
    reason = (await orAbort(Promise.resolve(validate(todos, info)), signal)) ?? undefined;
    if (reason !== undefined && typeof reason !== 'string') {
      throw new TypeError('validate must answer a string to refuse, or nothing to accept');
    }
  } catch (error) {
    if (isAbort(error, signal)) throw error;
    const line =
      'todo_write could not check the list: the application failed; the plan is unchanged (write_rejected)';
    throw new TodoRefusalError('write_rejected', line, { cause: error });
  }
  if (typeof reason === 'string') {
    throw new TodoRefusalError(
      'write_rejected',
      `invalid todos: ${reason || 'the application refused the list'}`,
    );
  }
}

/** Calls `onWrite` and lets it run: the write stands, whatever becomes of it. */
function tellApplication({ onWrite, report }: KitCore, cursor: Cursor, info: TodoWriteInfo): void {
  if (onWrite === undefined) return;
  const failed = (error: unknown) =>
    report(error, { during: 'onWrite', sessionId: info.sessionId });
  try {
    void Promise.resolve(onWrite(planAt(cursor.state, cursor.version - 1), info)).catch(failed);
  } catch (error) {
    failed(error);
  }
}
