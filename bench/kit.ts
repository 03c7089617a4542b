import { generateText, isStepCount, tool, type ToolSet } from 'ai';
import {
  createTodoKit,
  memoryStore,
  reduceTodos,
  type PlanState,
  type SessionEvent,
  type TodoItem,
  type TodoWriteInput,
} from 'ai-sdk-todo';
import { compare, duration, median, print, time } from './compare.ts';
import { listOf, planningModel } from './planning-model.ts';

/** What the kit costs over the memory store: an agent's run, a write, an event, a plan. */
export async function run(): Promise<void> {
  await agentLoop();
  await writes();
  await reducer();
  await plans();
}

function newKit() {
  const store = memoryStore();
  return { store, kit: createTodoKit({ store, allowParallelInProgress: false }) };
}

/** An agent that does nothing but plan, with a model that takes no time: in real runs the share is far smaller. */
async function agentLoop(): Promise<void> {
  const STEPS = 50;
  const { kit } = newKit();
  const bareTool = tool({
    description: 'Keeps your task list.',
    inputSchema: kit.tools.todo_write.inputSchema,
    execute: ({ todos }: TodoWriteInput) => `Updated todo list: ${todos.length} items.`,
  });
  for (const items of [3, 10]) {
    const loop = (tools: ToolSet) =>
      generateText({
        model: planningModel(STEPS, items),
        tools,
        prompt: 'Plan.',
        stopWhen: isStepCount(STEPS + 1),
      });
    await compare({
      name: `generateText, ${STEPS} steps, lists of ${items}`,
      rounds: 80,
      async ours() {
        const session = kit.session('chat');
        await session.runTurn((turn) => loop({ ...turn.tools }));
        await session.delete();
      },
      bare: () => loop({ todo_write: bareTool }),
    });
  }
}

async function writes(): Promise<void> {
  const lists = [listOf(10, 1), listOf(10, 2)];
  const { kit } = newKit();
  const turn = await kit.session('chat').startTurn();
  const texts: string[] = [];
  let calls = 0;
  const next = (): readonly TodoItem[] => lists[(calls += 1) % 2] ?? [];
  const { ours } = await compare({
    name: 'write, a list of 10 items',
    calls: 500,
    ours: () => turn.write(next()),
    bare: () => texts.push(JSON.stringify({ type: 'todo/write', data: { todos: next() } })),
  });
  console.log(
    `  ${''.padEnd(44)} ${Math.round(1000 / ours).toLocaleString('en')} writes per second`,
  );
}

async function reducer(): Promise<void> {
  for (const items of [1, 10, 100]) {
    const events: SessionEvent[] = Array.from({ length: 1000 }, (_, seq) =>
      seq === 0
        ? { seq, time: 0, type: 'turn/start', data: { turn: 1 } }
        : {
            seq,
            time: 0,
            type: 'todo/write',
            data: { todos: listOf(items, seq % items) },
            turn: 1,
          },
    );
    let state: PlanState | undefined;
    let touched = 0;
    await compare({
      name: `reduce 1,000 events, lists of ${items}`,
      ours() {
        for (const event of events) state = reduceTodos(state, event);
      },
      bare() {
        for (const { data } of events) touched += touch(data);
      },
    });
  }
}

/** Looks once at every field that a reducer has to look at. */
function touch(data: unknown): number {
  const { todos = [] } = data as { todos?: readonly TodoItem[] }; // built above
  let sum = 0;
  for (const { content, status } of todos) sum += content.length + status.length;
  return sum;
}

async function plans(): Promise<void> {
  const timings: number[] = [];
  for (const length of [10, 1_000, 100_000]) {
    const { store, kit } = newKit();
    const session = kit.session('chat');
    await session.startTurn();
    const todos = listOf(10, 3);
    for (let version = 1; version < length;) {
      const count = Math.min(1_000, length - version);
      const event = { time: 0, type: 'todo/write', data: { todos }, turn: 1 };
      const batch = Array.from({ length: count }, () => event);
      ({ version } = await store.append('chat', batch, { expectedVersion: version }));
    }
    const samples: number[] = [];
    for (let round = 0; round < 40; round += 1) {
      samples.push(await time(() => session.plan(), 50));
    }
    const timing = median(samples);
    timings.push(timing);
    const first = timings[0] ?? NaN;
    print(`plan(), ${length.toLocaleString('en')} events`, duration(timing), timing / first);
  }
}
