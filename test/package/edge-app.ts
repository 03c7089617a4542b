import { isStepCount, streamText, toUIMessageStream } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { checkSession, createTodoKit, memoryStore, type Plan } from 'ai-sdk-todo';

// A small application for the tests of bundles: no test runner and nothing of Node may come in with it.

const TODOS = [
  { content: 'Read the notes', status: 'completed' },
  { content: 'Write the summary', status: 'in_progress' },
] as const;

/** One turn of a streamed chat, as a route on an edge would serve it; answers what it saw, as plain JSON. */
export async function chatOnce() {
  const store = memoryStore();
  const kit = createTodoKit({ store, allowParallelInProgress: false });
  const session = kit.session('chat');
  const watched = firstWrite(session.watch());

  const turn = await session.startTurn();
  const result = streamText({
    model: plansOnce(),
    tools: { ...turn.tools },
    prompt: 'Summarise the notes.',
    stopWhen: isStepCount(3),
  });
  const chunks: string[] = [];
  const reader = turn.endWith(toUIMessageStream({ stream: result.stream })).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value.type);
  }
  const { violations } = await checkSession(store, 'chat');
  return { chunks, watched: await watched, plan: await session.plan(), violations };
}

async function firstWrite(plans: AsyncIterable<Plan>): Promise<Plan | undefined> {
  for await (const plan of plans) if (plan.todos !== null) return plan;
  return undefined;
}

/** A model that writes a plan in its first step and says something in its second. */
function plansOnce() {
  let step = 0;
  const usage = {
    inputTokens: { total: 1, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: undefined, reasoning: undefined },
  };
  return new MockLanguageModelV4({
    async doStream() {
      step += 1;
      return {
        stream: new ReadableStream({
          start(controller) {
            if (step === 1) {
              const input = JSON.stringify({ todos: TODOS });
              controller.enqueue({
                type: 'tool-call',
                toolCallId: 'call-1',
                toolName: 'todo_write',
                input,
              });
            } else {
              controller.enqueue({ type: 'text-start', id: '1' });
              controller.enqueue({ type: 'text-delta', id: '1', delta: 'Done.' });
              controller.enqueue({ type: 'text-end', id: '1' });
            }
            const unified = step === 1 ? 'tool-calls' : 'stop';
            controller.enqueue({
              type: 'finish',
              finishReason: { unified, raw: undefined },
              usage,
            });
            controller.close();
          },
        }),
      };
    },
  });
}
