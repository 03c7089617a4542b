import { createDeepSeek } from '@ai-sdk/deepseek';
import { generateText, isStepCount, jsonSchema, tool, type ToolSet } from 'ai';
import {
  startDeepSeekServer,
  type RecordedRequest,
  type ScriptedReply,
} from '../examples/deepseek-server/index.ts';
import { listOf } from './planning-model.ts';

/** A conversation of one turn: so many tasks, worked through with so many calls of `todo_write`. */
export interface PlannedWork {
  readonly tasks: number;
  readonly calls: number;
}

/** After so many calls of `todo_write` the model works for a while and leaves the list alone. */
const CALLS_BEFORE_WORK = 6;
const STEPS_OF_WORK = 6;

const readFile = tool({
  description: 'Reads a file.',
  inputSchema: jsonSchema<{ path: string }>({
    type: 'object',
    properties: { path: { type: 'string' } },
    required: ['path'],
    additionalProperties: false,
  }),
  execute: ({ path }) => `${path} has nothing that would be surprising.`,
});

/** Lets a model go through the work with this tool, through the real provider, and gives back what it was sent. */
export async function requestsOf(
  work: PlannedWork,
  todo_write: ToolSet[string],
): Promise<readonly RecordedRequest[]> {
  const script = [...repliesOf(work), { text: 'Done.' }];
  await using server = await startDeepSeekServer({ script });
  await generateText({
    model: createDeepSeek({ apiKey: 'loopback', baseURL: server.url })('deepseek-flash'),
    tools: { todo_write, read_file: readFile },
    instructions: 'You are a careful engineer.',
    prompt: 'Bring the harbour pages up to date.',
    stopWhen: isStepCount(script.length),
    maxRetries: 0,
  });
  return server.requests;
}

function repliesOf({ tasks, calls }: PlannedWork): ScriptedReply[] {
  return Array.from({ length: calls }, (_, call) => {
    const isLate = call > 0 && call % CALLS_BEFORE_WORK === 0;
    const work = Array.from({ length: isLate ? STEPS_OF_WORK : 0 }, (_step, step) =>
      callOf('read_file', { path: `pages/${call}-${step}.md` }),
    );
    const list = listOf(tasks, Math.floor((call * tasks) / (calls - 1)));
    return [...work, callOf('todo_write', { todos: isFaulty(call) ? withFault(list) : list })];
  }).flat();
}

/** One call in ten says `done`, which every tool refuses. */
function isFaulty(call: number): boolean {
  return call % 10 === 5;
}

function withFault(list: ReturnType<typeof listOf>): readonly object[] {
  return list.map((task, i) => (i === 0 ? { ...task, status: 'done' } : task));
}

function callOf(name: string, input: Readonly<Record<string, unknown>>): ScriptedReply {
  return { reasoning: 'On.', toolCalls: [{ name, arguments: input }] };
}
