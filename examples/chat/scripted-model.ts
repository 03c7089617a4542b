import {
  currentTurn,
  toolResults,
  type RecordedRequest,
  type ScriptedReply,
} from '../deepseek-server/index.ts';

/** What is done for any question, and what is said on the way. */
const STEPS = [
  ['Read the question', 'I look at it closely.'],
  ['Work out an answer', 'I think about it.'],
  ['Check the answer', 'I go over it once more.'],
] as const;

/**
 * The model of the chats when there is no API key. It knows nothing, but it plans, and it works through its plan step by
 * step, as far as the tool says that its lists were accepted.
 */
export function scriptedModel(request: RecordedRequest): ScriptedReply {
  const last = toolResults(currentTurn(request), { name: 'todo_write' }).at(-1)?.content;
  if (last?.startsWith('Error')) return { text: `I stop here, since my plan failed. ${last}` };
  const done = last === undefined ? 0 : Number(/(\d+) completed/.exec(last)?.[1]) + 1;
  if (done > STEPS.length) return { text: `You asked: "${question(request)}" I am only a script.` };
  const todos = STEPS.map(([content], i) => {
    if (i < done) return { content, status: 'completed' };
    return { content, status: i === done ? 'in_progress' : 'pending' };
  });
  return {
    text: STEPS[done]?.[1] ?? 'That is it.',
    toolCalls: [{ name: 'todo_write', arguments: { todos } }],
  };
}

function question({ body }: RecordedRequest): string {
  const content = body.messages.findLast(({ role }) => role === 'user')?.content;
  return typeof content === 'string' ? content : 'something with pictures';
}
