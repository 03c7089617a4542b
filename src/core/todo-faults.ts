import { quote } from './text.ts';
import { TODO_STATUSES } from './todo.ts';

/** One thing that is wrong with a list that a model sent. */
export interface TodoFault {
  /** What the model reads when this is the first fault. */
  readonly line: string;
  /** The same beside its place, when there are several. */
  readonly detail: string;
  /** The 0-based position of the entry; absent for the list as a whole. */
  readonly index?: number;
}

/** One correct item, for refusals that have to teach the shape. */
const EXAMPLE = '[{"content":"Draft the outline","status":"pending"}]';
const MAX_KEYS = 20;

/** The list as a whole is at fault. */
export function listFault(detail: string): TodoFault {
  return { line: `invalid todos: ${detail}`, detail };
}

/** An entry is at fault; `line` names the place, as far as DESIGN's fixed lines leave room for it. */
function entryFault(index: number, detail: string, line: string): TodoFault {
  return { index, detail, line };
}

export const faults = {
  rootShape: (found: unknown) =>
    listFault(
      `the input must be an object with one key, \`todos\`; got ${kindOf(found)}, send {"todos":${EXAMPLE}}`,
    ),
  rootKeys: (keys: readonly string[]) =>
    listFault(`unknown ${keyList(keys)} beside \`todos\`; the only key is \`todos\``),
  notAList: (found: unknown) =>
    listFault(`\`todos\` must be a list, got ${kindOf(found)}; send a list such as ${EXAMPLE}`),
  tooMany: (max: number, got: number) =>
    listFault(`at most ${max} ${max === 1 ? 'item is' : 'items are'} allowed (got ${got})`),
  tooManyActive: (got: number) => listFault(`at most one task may be in_progress (got ${got})`),

  entryShape(index: number, found: unknown) {
    const rule = `must be an object with content and status, got ${kindOf(found)}`;
    return entryFault(index, rule, `invalid todo: \`todos[${index}]\` ${rule}`);
  },
  blankContent(index: number) {
    const rule = '`content` must be a non-empty string';
    return entryFault(index, rule, `invalid todo: ${rule}`);
  },
  brokenContent(index: number) {
    const rule = 'has a lone surrogate (half a character); send the text again without it';
    return entryFault(
      index,
      `\`content\` ${rule}`,
      `invalid todo: \`todos[${index}].content\` ${rule}`,
    );
  },
  longContent(index: number, max: number, got: number) {
    const rule = `must be at most ${max} characters (got ${got})`;
    return entryFault(
      index,
      `\`content\` ${rule}`,
      `invalid todo: \`todos[${index}].content\` ${rule}`,
    );
  },
  duplicate(index: number, content: string) {
    const line = `invalid todos: duplicate content ${JSON.stringify(content)}`;
    return entryFault(index, `duplicate content ${quote(content)}`, line);
  },
  status(index: number, found: unknown) {
    const got = shown(found);
    const rule = `must be one of ${TODO_STATUSES.join(', ')} (got ${got})`;
    return entryFault(
      index,
      `\`status\` ${rule}`,
      `invalid todo: \`todos[${index}].status\` ${rule}`,
    );
  },
  entryKeys(index: number, keys: readonly string[]) {
    const rule = `has unknown ${keyList(keys)}; the only keys are content and status`;
    return entryFault(index, rule, `invalid todo: \`todos[${index}]\` ${rule}`);
  },
} as const;

/** A value that was received, as far as it is short. */
function shown(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : kindOf(value);
}

/** The kind of a JSON value, in a model's words. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing (it is missing)';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}

function keyList(keys: readonly string[]): string {
  const named = keys.slice(0, MAX_KEYS).map((key) => quote(key, 40));
  const rest = keys.length > MAX_KEYS ? ` and ${keys.length - MAX_KEYS} more` : '';
  return `${keys.length === 1 ? 'key' : 'keys'} ${named.join(', ')}${rest}`;
}
