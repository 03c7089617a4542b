import type { TodoErrorCode } from '../core/errors.ts';
import type { SessionStore } from '../store/session-store.ts';
import { check, checkEqual, checkRefused, within } from './expect.ts';
import { SESSION } from './samples.ts';
import type { CaseContext } from './store-case.ts';

/** A watcher that a case steps by hand. */
export interface Watcher {
  /** Waits for the next hint; answers `false` when the stream has ended. */
  next(): Promise<boolean>;
  /** Waits until the stream has ended. */
  end(): Promise<void>;
  /** Leaves, as `break` in a loop does. */
  leave(): Promise<void>;
}

/** Watches through a store that has `watch`; the store listens when this resolves, since the first hint was given. */
export async function startWatching(
  { settleMs, signal: ending }: Pick<CaseContext, 'settleMs' | 'signal'>,
  store: SessionStore,
  {
    sessionId = SESSION,
    signal,
  }: { sessionId?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Watcher> {
  check(store.watch !== undefined, 'capabilities.watch is true, but the store has no `watch`.');
  const iterator = store.watch(sessionId, { signal })[Symbol.asyncIterator]();
  const leave = async () => void (await iterator.return?.());
  ending.addEventListener('abort', () => void leave().catch(() => {}), { once: true });
  const watcher: Watcher = {
    next() {
      const hint = iterator.next().then(({ done }) => done !== true);
      hint.catch(() => {}); // a case looks at it later
      return hint;
    },
    end() {
      const end = untilEnd(watcher);
      end.catch(() => {}); // a case looks at it later
      return end;
    },
    async leave() {
      await within(leave(), settleMs, 'leaving a watcher');
    },
  };
  const isHinted = await within(watcher.next(), settleMs, 'the first hint of a watcher');
  checkEqual(isHinted, true, 'whether a watcher is given a first hint');
  return watcher;
}

async function untilEnd(watcher: Watcher): Promise<void> {
  while (await watcher.next());
}

/** Fails the case unless `watch` refuses, at once or with its first hint. Passes where the store has no `watch`. */
export async function checkWatchRefused(
  store: SessionStore,
  sessionId: string,
  code: TodoErrorCode,
  what: string,
): Promise<void> {
  if (!store.watch) return;
  await checkRefused(what, code, async () => {
    const iterator = store.watch?.(sessionId, {})[Symbol.asyncIterator]();
    const result = await iterator?.next();
    await iterator?.return?.();
    return result;
  });
}
