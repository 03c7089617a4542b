import { createDeepSeek } from '@ai-sdk/deepseek';
import { generateText, isStepCount, tool, type LanguageModel, type ToolSet } from 'ai';
import {
  createTodoKit,
  memoryStore,
  reduceTodos,
  type PlanState,
  type SessionEvent,
  type TodoItem,
  type TodoSession,
  type TodoWriteInput,
} from 'ai-sdk-todo';
import {
  startDeepSeekServer,
  type RecordedRequest,
  type ScriptedReply,
} from '../examples/deepseek-server/index.ts';
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

const STEPS = 50;

/** An agent that does nothing but plan: through the real provider over HTTP, and with a model that takes no time. */
async function agentLoop(): Promise<void> {
  const { kit } = newKit();
  const bareTool = tool({
    description: 'Keeps your task list.',
    inputSchema: kit.tools.todo_write.inputSchema,
    execute: ({ todos }: TodoWriteInput) => `Updated todo list: ${todos.length} items.`,
  });
  const compareLoops = (name: string, rounds: number, newModel: () => LanguageModel) => {
    const loop = (tools: ToolSet) =>
      generateText({
        model: newModel(),
        tools,
        prompt: 'Plan.',
        stopWhen: isStepCount(STEPS + 1),
      });
    return compare({
      name: `generateText, ${STEPS} steps, ${name}`,
      rounds,
      async ours() {
        const session = kit.session('chat');
        await session.runTurn((turn) => loop({ ...turn.tools }));
        await session.delete();
      },
      bare: () => loop({ todo_write: bareTool }),
    });
  };

  const server = await startDeepSeekServer({ script: planForSteps });
  const model = createDeepSeek({ apiKey: 'loopback', baseURL: server.url })('deepseek-flash');
  await compareLoops('over loopback HTTP', 15, () => model);
  await server.close();
  await compareLoops('a model of no time', 80, () => planningModel(STEPS, 10));
}

/** Plans once a step with a list of ten, then says that it is done. */
function planForSteps({ body }: RecordedRequest): ScriptedReply {
  const step = body.messages.filter(({ role }) => role === 'tool').length;
  if (step >= STEPS) return { text: 'Done.' };
  const todos = listOf(10, step % 10);
  return { reasoning: 'On.', toolCalls: [{ name: 'todo_write', arguments: { todos } }] };
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
  const lengths = [10, 1_000, 100_000];
  const logs = await Promise.all(
    lengths.map(async (length) => ({
      length,
      session: await longSession(length),
      samples: [] as number[],
    })),
  );
  for (let round = -5; round < 40; round += 1) {
    for (const { session, samples } of logs) {
      const sample = await time(() => session.plan(), 50);
      if (round === 0) samples.length = 0;
      samples.push(sample);
    }
  }
  const first = median(logs[0]?.samples ?? []);
  for (const { length, samples } of logs) {
    const timing = median(samples);
    print(`plan(), ${length.toLocaleString('en')} events`, duration(timing), timing / first);
  }
}

/** A session with one open turn that wrote the same list over and over. */
async function longSession(length: number): Promise<TodoSession> {
  const { store, kit } = newKit();
  const session = kit.session('chat');
  await session.startTurn();
  const event = { time: 0, type: 'todo/write', data: { todos: listOf(10, 3) }, turn: 1 };
  for (let version = 1; version < length;) {
    const batch = Array.from({ length: Math.min(1_000, length - version) }, () => event);
    ({ version } = await store.append('chat', batch, { expectedVersion: version }));
  }
  return session;
}
