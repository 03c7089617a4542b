// One turn with generateText. Run it: npm run build && node examples/generate-text.ts
import { generateText, isStepCount } from 'ai';
import { createTodoKit, memoryStore } from 'ai-sdk-todo';
import { label, model } from './model.ts';

console.log(`Model: ${label}`);

// The store is where plans live; the policy says whether several tasks may be in progress at once.
const kit = createTodoKit({ store: memoryStore(), allowParallelInProgress: false });
const session = kit.session('dinner-for-two');

// One message of the user is one turn. runTurn opens it and ends it, also when the call fails.
const { text } = await session.runTurn((turn) =>
  generateText({
    model,
    tools: { ...turn.tools }, // todo_write, bound to this turn; your own tools stand beside it
    stopWhen: isStepCount(20),
    prompt: 'Plan a dinner for two: the dishes, the shopping, a timetable.',
  }),
);
console.log(text);

// The plan comes from the log, in this process or in any other that uses the same store.
const plan = await session.plan();
for (const { content, status } of plan.todos ?? []) console.log(`${status}: ${content}`);
