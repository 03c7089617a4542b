import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SessionStore } from '../../src/index.ts';
import { checkedKit, checkedStore } from '../support/kit.ts';
import { wrapStore } from '../support/stores.ts';

/** A store in which another writer comes before whoever does not append right after reading. */
function busyStore(inner: SessionStore): SessionStore {
  const rival = checkedKit({ store: inner }).session('chat');
  let isFresh = false;
  const timeout = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((...args: Parameters<typeof timeout>) => {
    isFresh = false;
    return timeout(...args);
  }) as typeof timeout); // `promisify` hangs on the original, and nobody here asks for it
  const fresh = <T>(result: T) => {
    isFresh = true;
    return result;
  };
  return wrapStore(inner, {
    read: (...args) => fresh(inner.read(...args)),
    tail: (...args) => fresh(inner.tail(...args)),
    async append(...args) {
      if (!isFresh) await rival.startTurn();
      isFresh = false;
      return inner.append(...args);
    },
  });
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a session on which another one writes all the time', () => {
  it('lets a writer in at its second try, since that reads and appends without a pause between', async () => {
    const kit = checkedKit({ store: busyStore(checkedStore()) });
    const session = kit.session('chat');
    const numbers: number[] = [];
    for (let n = 0; n < 3; n += 1) numbers.push((await session.startTurn()).number);
    // The rival came once before each turn but the first, which found out by reading that there is no session yet.
    expect(numbers).toEqual([1, 3, 5]);
  });
});
