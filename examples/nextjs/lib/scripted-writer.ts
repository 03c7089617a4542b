import {
  currentTurn,
  toolResults,
  type RecordedRequest,
  type ScriptedReply,
} from '../../deepseek-server/index.ts';

const tasksFor = (topic: string) => [
  `Collect the facts about ${topic}`,
  'Draft the outline',
  'Write the text',
  'Check every claim',
  'Polish',
];
const NOTES = [
  'I have the facts together. ',
  'The outline stands: an opening, three sections, a close. ',
  'The text is written. ',
  'Every claim holds. ',
];

/**
 * The model of this example when there is no API key: it plans whatever it is asked for and works through its list. A
 * message with the word "parallel" makes it start two tasks at once, which the tool refuses.
 */
export function scriptedWriter(request: RecordedRequest): ScriptedReply {
  const results = toolResults(currentTurn(request), { name: 'todo_write' });
  const question = questionOf(request);
  const tasks = tasksFor(/about (.*?)[.,!?]*$/.exec(question)?.[1] ?? 'it');
  const accepted = results.filter(({ content }) => !content.startsWith('Error'));
  const wasRefused = accepted.length < results.length;
  if (accepted.length === 1 && !wasRefused && /parallel/i.test(question)) {
    return {
      reasoning: 'Two at once would be faster.',
      text: 'I start two at once. ',
      toolCalls: [planOf(tasks, 1, 2)],
    };
  }
  const done = accepted.length;
  if (done > tasks.length) {
    return { reasoning: 'All is done.', text: 'Here it is, written, checked and polished.' };
  }
  const text = wasRefused && done === 1 ? 'One after the other, then. ' : NOTES[done - 1];
  return {
    reasoning: done === 0 ? 'This takes several steps.' : 'On to the next one.',
    text: text ?? '',
    toolCalls: [planOf(tasks, done, 1)],
  };
}

function planOf(tasks: readonly string[], done: number, active: number) {
  const todos = tasks.map((content, i) => {
    if (i < done) return { content, status: 'completed' };
    return { content, status: i < done + active ? 'in_progress' : 'pending' };
  });
  return { name: 'todo_write', arguments: { todos } };
}

function questionOf({ body }: RecordedRequest): string {
  const content = body.messages.findLast(({ role }) => role === 'user')?.content;
  return typeof content === 'string' ? content : JSON.stringify(content);
}
