// One turn with streamText, its plan followed live. Run it: npm run build && node examples/stream-text.ts
import { isStepCount, streamText } from 'ai';
import { createTodoKit, memoryStore } from 'ai-sdk-todo';
import { label, model } from './model.ts';

console.log(`Model: ${label}`);

const kit = createTodoKit({ store: memoryStore(), allowParallelInProgress: false });
const session = kit.session('dinner-for-two');

// Anyone who knows the session can follow its plan: it comes at once, then again with each change.
const leaving = new AbortController();
const following = (async () => {
  for await (const plan of session.watch({ signal: leaving.signal })) {
    if (plan.todos === null || !plan.turn?.open) continue; // not planned yet, or the turn is over
    console.log(`Plan: ${plan.counts.completed} of ${plan.todos.length} done`);
  }
})();

const turn = await session.startTurn();
const result = streamText({
  model,
  tools: { ...turn.tools },
  stopWhen: isStepCount(20),
  prompt: 'Plan a dinner for two: the dishes, the shopping, a timetable.',
});

// endWith passes the stream on as it is and ends the turn with it: completed, aborted or error. In a route handler:
//   createUIMessageStreamResponse({ stream: turn.endWith(toUIMessageStream({ stream: result.stream })) })
for await (const part of turn.endWith(result.stream)) {
  if (part.type === 'text-delta') process.stdout.write(part.text);
  if (part.type === 'error') throw part.error;
}
console.log();

leaving.abort();
await following;
