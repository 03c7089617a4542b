import { readFile } from 'node:fs/promises';
import { isStepCount, streamText } from 'ai';
import { createTodoKit, memoryStore } from 'ai-sdk-todo';
import { createTodoRoute } from 'ai-sdk-todo/http';
import { model } from '../model.ts';

const kit = createTodoKit({ store: memoryStore(), allowParallelInProgress: false });

// Everybody may see the one session that there is. Ask your login here, and deny with a Response.
const plan = createTodoRoute({ kit, authorize: () => ({ sessionId: 'dinner' }) });

/** `GET /` is the page, `GET /plan` the plan as JSON or as a stream, `POST /ask` lets the agent work. */
export async function app(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  switch (`${request.method} ${pathname}`) {
    case 'GET /':
      return new Response(await readFile(new URL('page.html', import.meta.url)), {
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      });
    case 'GET /plan':
      return plan.GET(request);
    case 'POST /ask':
      return ask(await request.text());
    default:
      return new Response('Not found', { status: 404 });
  }
}

/** Answers in plain text; the plan goes its own way, to everybody who follows it. */
async function ask(prompt: string): Promise<Response> {
  const turn = await kit.session('dinner').startTurn();
  const result = streamText({
    model,
    tools: { ...turn.tools },
    prompt,
    stopWhen: isStepCount(20),
  });
  const text = turn.endWith(result.stream).pipeThrough(
    new TransformStream({
      transform(part, controller) {
        if (part.type === 'text-delta') controller.enqueue(part.text);
      },
    }),
  );
  return new Response(text.pipeThrough(new TextEncoderStream()), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}
