import { loadDriver, type OpenedClient } from './redis-drivers.ts';

/** A user's hold on a client that others may hold too. */
export interface SharedClient extends Pick<OpenedClient, 'client' | 'lastError' | 'select'> {
  /** Closes the client when nobody else holds it. Works once. */
  release(): Promise<void>;
}

interface Held {
  readonly opened: Promise<OpenedClient>;
  users: number;
}

const CLIENTS = Symbol.for('ai-sdk-todo.redis-clients.2');

/**
 * The client for a URL, one in this process.
 *
 * Kept beside the module, not in it: a module that is loaded anew, as development servers do, must find the client
 * that the one before has opened instead of opening one more each time.
 */
export async function shareClient(url: string): Promise<SharedClient> {
  // The cast: nobody else writes under our symbol, and its name changes with what is kept there.
  const shared = globalThis as { [CLIENTS]?: Map<string, Held> };
  const clients = (shared[CLIENTS] ??= new Map<string, Held>());
  const held = clients.get(url) ?? { opened: open(url), users: 0 };
  held.users += 1;
  clients.set(url, held);

  let isReleased = false;
  const release = async (): Promise<void> => {
    if (isReleased) return;
    isReleased = true;
    held.users -= 1;
    if (held.users > 0) return;
    if (clients.get(url) === held) clients.delete(url);
    await (await held.opened).close();
  };
  try {
    const { client, lastError, select } = await held.opened;
    return { client, lastError, select, release };
  } catch (error) {
    if (clients.get(url) === held) clients.delete(url);
    throw error;
  }
}

async function open(url: string): Promise<OpenedClient> {
  const connect = await loadDriver();
  return connect(url);
}
