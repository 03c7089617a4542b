// One agent for many sessions: each call says whose plan it writes. Run it: npm run build && node examples/tool-loop-agent.ts
import { ToolLoopAgent } from 'ai';
import { createTodoKit, memoryStore } from 'ai-sdk-todo';
import { z } from 'zod';
import { label, model } from './model.ts';

console.log(`Model: ${label}`);

const kit = createTodoKit({ store: memoryStore(), allowParallelInProgress: false });

const agent = new ToolLoopAgent({
  model,
  tools: kit.tools,
  // AI SDK wants a context here too; this one owns nothing, so a call without options is refused.
  toolsContext: { todo_write: { sessionId: '' } },
  callOptionsSchema: z.object({ sessionId: z.string(), turn: z.number(), start: z.string() }),
  prepareCall: ({ options, ...call }) => ({ ...call, toolsContext: { todo_write: options } }),
});

// Two people, one agent: their plans never meet, since each belongs to a session of its own.
for (const id of ['ada', 'grace']) {
  const session = kit.session(id);
  const { text } = await session.runTurn((turn) =>
    agent.generate({
      prompt: `Plan a dinner for ${id}: the dishes, the shopping, a timetable.`,
      options: turn.context,
    }),
  );
  console.log(`${id}: ${text}`);

  const plan = await session.plan();
  for (const { content, status } of plan.todos ?? []) console.log(`  ${status}: ${content}`);
}
