import type { TodoFault } from './todo-faults.ts';

const MAX_LINES = 10;

/**
 * The text that a model reads for the faults of one call, without `Error: `.
 *
 * One fault is its line alone. Several are the first one's line, then a line for each with its place, bounded, so that
 * one retry can mend them all.
 */
export function faultText(faults: readonly TodoFault[]): string {
  const [first] = faults;
  if (first === undefined || faults.length === 1) return first?.line ?? '';
  const lines = faults
    .slice(0, MAX_LINES)
    .map(({ index, detail }) => `${index === undefined ? 'todos' : `todos[${index}]`}: ${detail}`);
  const rest = faults.length > MAX_LINES ? [`and ${faults.length - MAX_LINES} more`] : [];
  return [first.line, ...lines, ...rest].join('\n');
}
