import { hasCode, InvalidSessionIdError, TodoError } from '../core/errors.ts';
import { TodoRefusalError } from '../core/refusal.ts';

/** Known causes, by the words that systems put into codes and messages; the first that fits is told. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/ENOSPC|EDQUOT|no space left|disk (is )?full|\bquota\b/i, 'no space left'],
  [/EACCES|EPERM|EROFS|READONLY|permission denied|read-only/i, 'no permission to write'],
  [/EMFILE|ENFILE|too many open files/i, 'too many open files'],
  [/ENOENT|no such file/i, 'its folder is missing'],
  [/\bOOM\b|out of memory|maxmemory/i, 'out of memory'],
  [/ETIMEDOUT|timed? ?out/i, 'no answer in time'],
  [
    /ECONN|EPIPE|ENETUNREACH|EHOSTUNREACH|ENOTFOUND|connection|socket|unavailable/i,
    'not reachable',
  ],
];

const BY_CODE: Readonly<Partial<Record<string, string>>> = {
  store_closed: 'it was closed',
  session_damaged: "the session's log is damaged",
  session_too_new: "the session's log was written by a newer version",
  session_expired: 'the session has expired',
  version_conflict: 'too many writers at once',
  invariant_violated: 'the log would no longer be well formed',
};

/**
 * What the model reads when the store failed: a usable reason and a stable code, never a path, an address or a stack.
 * The original error is the `cause`.
 */
export function storeRefusal(error: unknown): TodoRefusalError {
  if (InvalidSessionIdError.isInstance(error)) {
    const line =
      'todo_write requires a valid session id (a well-formed string of at most 512 characters)';
    return new TodoRefusalError('invalid_session_id', line, { cause: error });
  }
  if (hasCode(error, 'outcome_unknown')) {
    const line =
      'todo_write got no answer from the session store, so it is unknown whether this list was stored; send the entire list again (outcome_unknown)';
    return new TodoRefusalError('outcome_unknown', line, { cause: error });
  }
  const line = `todo_write could not store the list: ${reasonOf(error)}; the plan is unchanged (store_failed)`;
  return new TodoRefusalError('store_failed', line, { cause: error });
}

function reasonOf(error: unknown): string {
  // The innermost cause knows best: what wraps it only says that the store failed.
  const told = [...causes(error)]
    .map((cause) => REASONS.find(([pattern]) => pattern.test(cause))?.[1])
    .findLast((reason) => reason !== undefined);
  const byCode = TodoError.isInstance(error) ? BY_CODE[error.code] : undefined;
  const reason = byCode ?? told;
  return `the session store failed${reason === undefined ? '' : ` (${reason})`}`;
}

/** The codes and messages of an error and of what caused it, innermost last. */
function* causes(error: unknown): Generator<string> {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    // A system error carries its `code` beside the message.
    const { code } = at as { readonly code?: unknown };
    yield `${typeof code === 'string' ? code : ''} ${at.message}`;
  }
}
