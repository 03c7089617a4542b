import type { SessionStore } from '../../src/index.ts';

/** A store like another one, with some of its methods replaced. */
export function wrapStore(store: SessionStore, changes: Partial<SessionStore>): SessionStore {
  return {
    capabilities: store.capabilities,
    append: (...args) => store.append(...args),
    read: (...args) => store.read(...args),
    tail: (...args) => store.tail(...args),
    list: (...args) => store.list(...args),
    delete: (...args) => store.delete(...args),
    ...(store.watch ? { watch: store.watch.bind(store) } : {}),
    close: () => store.close(),
    ...changes,
  };
}

/** A store whose appends and reads each take a random moment. */
export function slowStore(store: SessionStore): SessionStore {
  const wait = () =>
    new Promise((resolve) => {
      setTimeout(resolve, Math.random() * 2);
    });
  return wrapStore(store, {
    async append(...args) {
      await wait();
      const result = await store.append(...args);
      await wait();
      return result;
    },
    async read(...args) {
      await wait();
      return store.read(...args);
    },
    async tail(...args) {
      await wait();
      return store.tail(...args);
    },
  });
}

/** A store whose appends stop at a gate, where `held` says so, until it is opened. */
export function gatedStore(store: SessionStore) {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const state = { held: 0, open };
  const gated = wrapStore(store, {
    async append(sessionId, events, options) {
      if (events.some(({ type }) => type === 'todo/write')) {
        state.held += 1;
        await gate;
      }
      return store.append(sessionId, events, options);
    },
  });
  return { store: gated, gate: state };
}
