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
 * The model of this example when there is no API key: it plans whatever it is asked for and works through its list.
 *
 * A message with the word "parallel" makes it work on two tasks at once, one with the word "twice" makes it put a task on
 * its list a second time, which the tool refuses, and one with the word "endless" makes it get stuck until it is stopped.
 */
export function scriptedWriter(request: RecordedRequest): ScriptedReply {
  const results = toolResults(currentTurn(request), { name: 'todo_write' });
  const question = questionOf(request);
  const tasks = tasksFor(/about (.*?)[.,!?]*$/.exec(question)?.[1] ?? 'it');
  const done = results.filter(({ content }) => !content.startsWith('Error')).length;
  const wasRefused = done < results.length;
  if (done > tasks.length) {
    return { reasoning: 'All is done.', text: 'Here it is, written, checked and polished.' };
  }
  if (done === 1 && !wasRefused && /twice/i.test(question)) {
    return {
      reasoning: 'The outline is what matters most.',
      text: 'The outline comes twice. ',
      toolCalls: [listOf([...tasks, 'Draft the outline'], 1, 1)],
    };
  }
  const active = done === 1 && /parallel/i.test(question) ? 2 : 1;
  return {
    reasoning: done === 0 ? 'This takes several steps.' : 'On to the next one.',
    text: (wasRefused && done === 1 ? 'Once is enough, then. ' : NOTES[done - 1]) ?? '',
    toolCalls: [listOf(tasks, done, active)],
    ...(done === 2 && /endless/i.test(question) ? { hangAfter: 20 } : {}),
  };
}

/** A call with the list of these tasks, of which some are done, and the next ones under way. */
function listOf(tasks: readonly string[], done: number, active: number) {
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
