import { isRecord } from './event.ts';
import type { TodoLimits } from './limits.ts';
import { isBlank, isWellFormed } from './text.ts';
import { isTodoStatus, type TodoItem } from './todo.ts';
import { faults, type TodoFault } from './todo-faults.ts';

export interface CheckedTodos {
  /** The list as it will be stored; only meaningful where there is no fault. */
  readonly todos: readonly TodoItem[];
  /** Everything that is wrong, in the order in which it is reported. */
  readonly faults: readonly TodoFault[];
}

/**
 * Checks what a model passed to `todo_write`, as strictly as the wire schema and the policy ask.
 *
 * Trimming `content` is the only change that it makes: whatever else is off is a fault, so that the stored list is
 * what the model believes it wrote.
 */
export function checkTodos(
  input: unknown,
  policy: { readonly allowParallelInProgress: boolean; readonly limits: Required<TodoLimits> },
): CheckedTodos {
  const found: TodoFault[] = [];
  if (!isRecord(input)) return { todos: [], faults: [faults.rootShape(input)] };

  const extra = Object.keys(input).filter((key) => key !== 'todos');
  if (extra.length > 0) found.push(faults.rootKeys(extra));
  const list = Object.hasOwn(input, 'todos') ? input['todos'] : undefined;
  if (!Array.isArray(list)) return { todos: [], faults: [...found, faults.notAList(list)] };

  const { maxTodos, maxContentLength } = policy.limits;
  if (list.length > maxTodos) found.push(faults.tooMany(maxTodos, list.length));

  const todos: TodoItem[] = [];
  const seen = new Set<string>();
  let active = 0;
  // Not forEach: it would pass over the holes of a list.
  for (let index = 0; index < list.length; index += 1) {
    const entry: unknown = list[index];
    if (!isRecord(entry)) {
      found.push(faults.entryShape(index, entry));
      continue;
    }
    const content = own(entry, 'content');
    const status = own(entry, 'status');
    const trimmed = typeof content === 'string' ? content.trim() : '';
    if (isBlank(trimmed)) found.push(faults.blankContent(index));
    else if (!isWellFormed(trimmed)) found.push(faults.brokenContent(index));
    else if (trimmed.length > maxContentLength) {
      found.push(faults.longContent(index, maxContentLength, trimmed.length));
    } else {
      const key = trimmed.normalize('NFC');
      if (seen.has(key)) found.push(faults.duplicate(index, trimmed));
      seen.add(key);
    }
    if (status === 'in_progress') active += 1;
    if (isTodoStatus(status)) todos.push(Object.freeze({ content: trimmed, status }));
    else found.push(faults.status(index, status));
    const unknown = Object.keys(entry).filter((key) => key !== 'content' && key !== 'status');
    if (unknown.length > 0) found.push(faults.entryKeys(index, unknown));
  }

  if (active > 1 && !policy.allowParallelInProgress) found.push(faults.tooManyActive(active));
  return { todos: Object.freeze(todos), faults: found };
}

/** A key of the entry itself: what its prototype has is not what the model sent. */
function own(entry: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(entry, key) ? entry[key] : undefined;
}
