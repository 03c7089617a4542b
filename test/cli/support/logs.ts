import { fileStore } from '../../../src/file/file-store.ts';
import { createTodoKit } from '../../../src/kit/create-todo-kit.ts';
import { end, item, log, start, write, type Entry } from '../../core/invariants/log.ts';

export const HEADER = {
  type: 'session',
  version: 1,
  id: 'garden',
  uid: 'u-1',
  createdAt: 1_764_520_000_000,
};

/** A well-formed log of two turns. */
export const turns: readonly Entry[] = [
  start(1),
  write([item('Dig', 'in_progress'), item('Sow')], { turn: 1 }),
  end(1),
  start(2),
  write([item('Water', 'in_progress')], { turn: 2 }),
];

/** The text of a log with these entries. */
export const logText = (entries: readonly Entry[] = turns, header: object = HEADER) =>
  linesText([header, ...log(...entries)].map((record) => JSON.stringify(record)));

export const linesText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

/** Fills a file store with sessions that have one write each. */
export async function fillStore(
  directory: string,
  ids: readonly string[],
  content = 'Dig',
): Promise<void> {
  const store = fileStore(directory);
  const kit = createTodoKit({ store, allowParallelInProgress: false });
  for (const id of ids) {
    await kit.session(id).runTurn(async ({ tools }) => {
      const todos = [{ content, status: 'in_progress' as const }];
      await tools.todo_write.execute?.({ todos }, { toolCallId: 'c1', messages: [], context: {} });
    });
  }
  await store.close();
}
