import { CliError, UsageError } from '../errors.ts';
import { allSessions } from './session-ids.ts';
import { name } from '../output/safe-text.ts';
import { peekHeader } from '../log/peek-header.ts';
import type { Target } from './target.ts';

/** One session to work on: of a store, or of a log alone. */
export type TargetSession =
  | {
      readonly kind: 'files';
      readonly target: Extract<Target, { kind: 'files' }>;
      readonly id: string;
    }
  | {
      readonly kind: 'store';
      readonly target: Extract<Target, { kind: 'store' }>;
      readonly id: string;
    }
  | { readonly kind: 'log'; readonly path: string; readonly id: string | undefined };

/** The sessions of a target that were named, or all of them. */
export async function* sessionsOf(
  target: Target,
  named: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<TargetSession, void> {
  if (target.kind === 'logs') {
    yield* logsOf(target.paths, named);
    return;
  }
  const ids = named.length > 0 ? named : allSessions(target.store, signal);
  for await (const found of ids) {
    const id = typeof found === 'string' ? found : found.id;
    yield target.kind === 'files' ? { kind: 'files', target, id } : { kind: 'store', target, id };
  }
}

async function* logsOf(
  paths: readonly string[],
  named: readonly string[],
): AsyncGenerator<TargetSession, void> {
  const missing = new Set(named);
  let failure: unknown;
  for (const path of paths) {
    // Whoever reads the log will say why it cannot be read; its name may be none of those that are wanted.
    const peeked = await peekHeader(path).catch((error: unknown) => void (failure ??= error));
    const id = peeked?.id;
    if (named.length > 0 && (id === undefined || !named.includes(id))) continue;
    if (id !== undefined) missing.delete(id);
    yield { kind: 'log', path, id };
  }
  const [first] = missing;
  if (first === undefined) return;
  throw failure ?? new CliError(`No log here is of session ${name(first)}.`, 'session_not_found');
}

/** The session that is meant: the one that is named, or the only one that there is. */
export async function theSession(
  target: Target,
  named: string | undefined,
  signal: AbortSignal,
): Promise<TargetSession> {
  const found: TargetSession[] = [];
  const wanted = named === undefined ? [] : [named];
  for await (const session of sessionsOf(target, wanted, signal)) {
    found.push(session);
    if (found.length > 10) break;
  }
  const [only, ...others] = found;
  if (only === undefined) throw new CliError('There is no session here.', 'session_not_found');
  if (others.length === 0 || named !== undefined) return only;
  const ids = found.slice(0, 10).map(({ id }) => name(id ?? '?'));
  const more = found.length > 10 ? ' and more' : '';
  throw new UsageError(`There are several sessions: name one of ${ids.join(', ')}${more}.`);
}
