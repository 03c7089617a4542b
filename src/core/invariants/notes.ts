import { quote } from '../text.ts';
import { droppedTodos, type TodoItem } from '../todo.ts';
import { quoteAll } from './describe.ts';
import type { EventReading } from './event-reading.ts';
import type { NoteRule } from './violation.ts';

/** What notes compare an event with. */
export interface Standing {
  /** The time of the last event that has one. */
  time: number;
  /** The standing list. */
  todos: readonly TodoItem[] | null;
}

/** What is worth knowing of an event though it breaks no rule. */
export function notesOf(
  standing: Standing,
  { kind, type, time, todos, unknownFields, unknownKind }: EventReading,
): readonly (readonly [NoteRule, string])[] {
  const notes: (readonly [NoteRule, string])[] = [];
  const note = (rule: NoteRule, message: string) => notes.push([rule, message]);
  if (kind === 'unknown') {
    note('unknown-type', `the type ${quote(type)} is not known; the event is kept and skipped`);
  }
  if (unknownFields.length > 0) note('unknown-field', unknownFieldText(unknownFields));
  if (unknownKind !== undefined) {
    note('unknown-kind', `the turn ended in a way that is not known: ${quote(unknownKind)}`);
  }
  if (time !== undefined && time < standing.time) {
    note('time-backwards', `time ${time} is before ${standing.time}, that of the event before`);
  }
  if (todos !== undefined && standing.todos !== null) {
    const dropped = droppedTodos(standing.todos, todos);
    if (dropped.length > 0) {
      const contents = quoteAll(dropped.map(({ content }) => content));
      note('items-dropped', `the list leaves out what was not completed: ${contents}`);
    }
  }
  return notes;
}

/** Takes in what the next event is compared with; the standing list is that of the reducer. */
export function remember(standing: Standing, { kind, time, turn, todos }: EventReading): void {
  if (time !== undefined) standing.time = time;
  if (todos !== undefined) standing.todos = todos;
  else if (kind === 'turn/start' && turn !== undefined) standing.todos = null;
}

export function unknownFieldText(fields: readonly string[]): string {
  return `fields that are not known: ${quoteAll(fields)}`;
}
