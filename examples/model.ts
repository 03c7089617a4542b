import { currentTurn, toolResults, type ScriptedReply } from './deepseek-server/index.ts';
import { openModel } from './open-model.ts';

const TASKS = ['Choose the dishes', 'List the shopping', 'Set a timetable'];
const ANSWER =
  'Soup, pasta, pears. Buy leeks, pasta and pears. Start the soup at six, eat at seven.';

/**
 * The model of the short examples. In your application this whole file is one line:
 * `import { deepSeek } from '@ai-sdk/deepseek'`.
 */
export const { model, label } = await openModel({
  script: (request): ScriptedReply => {
    const last = toolResults(currentTurn(request)).at(-1)?.content;
    if (last?.startsWith('Error')) return { text: `I cannot plan here. ${last}` };
    // It moves on by one task with each list that the tool has accepted.
    const done = last === undefined ? 0 : Number(/(\d+) completed/.exec(last)?.[1]) + 1;
    if (done > TASKS.length) return { reasoning: 'All is done.', text: ANSWER };
    const todos = TASKS.map((content, i) => {
      if (i < done) return { content, status: 'completed' };
      return { content, status: i === done ? 'in_progress' : 'pending' };
    });
    return {
      reasoning: done === 0 ? 'This takes several steps.' : 'On to the next step.',
      toolCalls: [{ name: 'todo_write', arguments: { todos } }],
    };
  },
});
