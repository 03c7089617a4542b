import { listOf } from './planning-model.ts';

const list = listOf(8, 3);

/** The list with one task changed. */
function changed(place: number, change: (task: { content: string; status: string }) => unknown) {
  return { todos: list.map((task, i) => (i === place ? change(task) : task)) };
}

/** What models send by mistake in a call with eight tasks; a plain zod schema refuses each of them too. */
export const typicalFaults: Readonly<Record<string, unknown>> = {
  'the list as JSON text': { todos: JSON.stringify(list) },
  'the list without its key': list,
  'the list under another key': { items: list },
  'tasks by number': { todos: { ...list } },
  'a task as text': changed(2, ({ content }) => content),
  'a status `done`': changed(2, ({ content }) => ({ content, status: 'done' })),
  'a task without a status': changed(7, ({ content }) => ({ content })),
  'each status in capitals': {
    todos: list.map(({ content, status }) => ({ content, status: status.toUpperCase() })),
  },
  'an empty content': changed(5, ({ status }) => ({ content: '', status })),
  'a title in place of the content': changed(5, ({ content, status }) => ({
    title: content,
    status,
  })),
};
