import { afterEach, expect } from 'vitest';
import {
  createTodoKit,
  memoryStore,
  type SessionStore,
  type TodoItem,
  type TodoKit,
  type TodoKitOptions,
  type TodoWriteOutput,
} from '../../src/index.ts';
import { checkSession } from '../../src/store/check-session.ts';

const stores: SessionStore[] = [];

/** A memory store whose logs are all checked when the test is over: no test of the kit may leave a bad one. */
export function checkedStore(): SessionStore {
  const store = memoryStore();
  stores.push(store);
  return store;
}

afterEach(async () => {
  for (const store of stores.splice(0)) {
    const { sessions } = await store.list({ limit: 1000 });
    for (const { id } of sessions) {
      expect(await checkSession(store, id)).toMatchObject({ violations: [] });
    }
  }
});

/** A kit over a store whose logs are checked afterwards. */
export function checkedKit(
  options: Partial<TodoKitOptions> = {},
): TodoKit & { store: SessionStore } {
  const store = options.store ?? checkedStore();
  const kit = createTodoKit({ allowParallelInProgress: false, ...options, store });
  return { ...kit, store };
}

/** As much of a tool as a test calls. */
interface Callable {
  readonly execute: (input: never, options: never) => Promise<TodoWriteOutput>;
}

export interface CallOptions {
  readonly callId?: string;
  readonly context?: unknown;
  readonly signal?: AbortSignal;
}

let calls = 0;

/** Calls a tool as AI SDK does, with an input that need not be valid; each call has an id of its own. */
export function call(
  tool: Callable,
  input: unknown,
  { callId = `call-${(calls += 1)}`, context, signal }: CallOptions = {},
): Promise<TodoWriteOutput> {
  const options = { toolCallId: callId, messages: [], context, abortSignal: signal };
  // The input is whatever a model may send, which is the point of most tests.
  return tool.execute(input as never, options as never);
}

/** Calls a tool with a list. */
export function write(tool: Callable, list: unknown, options?: CallOptions) {
  return call(tool, { todos: list }, options);
}

/** What the model reads of a refused call: AI SDK 7 shows `toString()`, AI SDK 6 shows `message`. */
export async function refusal(result: Promise<unknown>): Promise<string> {
  const error: unknown = await result.then(
    (value) => {
      throw new Error(`not refused, but answered ${JSON.stringify(value)}`);
    },
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  const { message, name } = error as Error; // asserted on the line above
  expect(String(error)).toBe(message);
  expect(name).toBe('Error');
  return message;
}

/** A short way to write a list: `todo('A', 'B*', 'C+')` has A pending, B in progress and C completed. */
export function todos(...items: readonly string[]): TodoItem[] {
  return items.map((item) => {
    if (item.endsWith('*')) return { content: item.slice(0, -1), status: 'in_progress' };
    if (item.endsWith('+')) return { content: item.slice(0, -1), status: 'completed' };
    return { content: item, status: 'pending' };
  });
}

/** The types and data of all events of a session. */
export async function eventsOf(kit: TodoKit, id: string) {
  const all: { type: string; data: unknown }[] = [];
  for await (const { type, data } of kit.session(id).events()) all.push({ type, data });
  return all;
}

/** The types of all events of a session, with the kind of each end: `['turn/start', 'turn/end:completed']`. */
export async function outline(kit: TodoKit, id: string): Promise<string[]> {
  return (await eventsOf(kit, id)).map(({ type, data }) => {
    const { reason } = data as { reason?: { kind: string } }; // only an end has one
    return reason === undefined ? type : `${type}:${reason.kind}`;
  });
}
