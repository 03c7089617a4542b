import type { ToolSet } from 'ai';
import { createTodoKit, memoryStore } from 'ai-sdk-todo';
import { print } from './compare.ts';
import { plainTodoTool } from './plain-todo-tool.ts';
import { requestsOf, type PlannedWork } from './planned-work.ts';
import { medianShare, refusalTokens } from './refusal-tokens.ts';
import { countRequests, type RequestTokens } from './request-tokens.ts';

/** What a list costs in tokens (o200k), beside a plain tool with a zod schema that returns the list. */
export async function run(): Promise<void> {
  await conversation({ tasks: 10, calls: 12 });
  await conversation({ tasks: 30, calls: 40 });
  await refusals();
}

/** The parts of a count that are told against those of the plain tool. */
const parts = {
  'the definition': 'definition',
  'all calls': 'calls',
  'all results': 'results',
  'all refusals': 'refusals',
  'all requests together': 'sent',
} as const satisfies Readonly<Record<string, keyof RequestTokens>>;

async function conversation(work: PlannedWork): Promise<void> {
  const ours = countRequests(await withTurn((todo_write) => requestsOf(work, todo_write)));
  const plain = countRequests(await requestsOf(work, plainTodoTool));
  const name = `${work.tasks} tasks, ${work.calls} calls`;
  for (const [part, key] of Object.entries(parts))
    printCount(`${name}: ${part}`, ours[key], plain[key]);
  printCount(`${name}: as in the request before`, ours.repeated, plain.repeated);
  print(
    `${name}: kept of a request, at least`,
    `${percent(ours.leastKept)} against ${percent(plain.leastKept)}`,
    ours.leastKept / plain.leastKept,
  );
}

async function refusals(): Promise<void> {
  const counts = await withTurn(refusalTokens);
  for (const { fault, ours, plain } of counts) printCount(`refusal: ${fault}`, ours, plain);
  const name = `refusal: the median of these ${counts.length}`;
  print(name, '', medianShare(counts));
}

function withTurn<T>(use: (todo_write: ToolSet[string]) => Promise<T>): Promise<T> {
  const kit = createTodoKit({ store: memoryStore(), allowParallelInProgress: false });
  return kit.session('chat').runTurn(({ tools }) => use(tools.todo_write));
}

function printCount(name: string, ours: number, plain: number): void {
  const [count, against] = [ours, plain].map((tokens) => tokens.toLocaleString('en'));
  print(name, `${count} against ${against} tokens`, ours / plain);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
