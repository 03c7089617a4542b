import type { HintQueue } from '../store/hint-queue.ts';
import type { OpenSubscriber, Subscriber } from './subscriber.ts';

/** How long the hub waits before it subscribes again after that failed; followers poll meanwhile. */
const RETRY_MS = 1_000;

/** All followers of one client share one connection that listens for changes. */
export interface HintHub {
  /** Hints on every message of the channel, and as soon as the channel is listened to. */
  join(channel: string, queue: HintQueue): void;
  leave(channel: string, queue: HintQueue): void;
}

/**
 * Makes a hub that opens its connection for the first follower and closes it after the last one.
 *
 * Who follows changes at once; the server hears of it in rounds, one at a time and each with all that has changed, so
 * that a thousand followers that come together cost one command.
 */
export function createHintHub(open: OpenSubscriber): HintHub {
  const followers = new Map<string, Set<HintQueue>>();
  const listening = new Set<string>();
  const changed = new Set<string>();
  let connection: Subscriber | undefined;
  let closing: Promise<void> | undefined;
  let isRunning = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const hint = (channel: string) => {
    for (const queue of followers.get(channel) ?? []) queue.push();
  };
  const hintAll = () => {
    for (const channel of followers.keys()) hint(channel);
  };

  const connect = (): Subscriber =>
    open({
      onMessage: hint,
      onReconnect({ resubscribe }) {
        if (resubscribe) listenAgain();
        hintAll();
      },
    });
  const disconnect = () => {
    clearTimeout(retry);
    if (connection !== undefined) closing = connection.close([...listening]);
    connection = undefined;
    listening.clear();
    changed.clear();
  };
  const listenAgain = () => {
    listening.clear();
    for (const channel of followers.keys()) changed.add(channel);
    void update();
  };

  const update = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    await Promise.resolve(); // whoever joins or leaves in the same breath is part of this round
    while (changed.size > 0) {
      await closing;
      const to = (connection ??= connect());
      const channels = [...changed];
      changed.clear();
      const isDone = await round(to, channels).catch(() => false);
      if (isDone || to !== connection) continue;
      // It may have given up for good: the next attempt gets a new one.
      disconnect();
      retry = setTimeout(listenAgain, RETRY_MS);
    }
    isRunning = false;
  };
  const round = async (to: Subscriber, channels: readonly string[]): Promise<true> => {
    const added = channels.filter((name) => followers.has(name) && !listening.has(name));
    const removed = channels.filter((name) => !followers.has(name) && listening.has(name));
    if (added.length > 0) {
      await to.subscribe(added);
      if (to !== connection) {
        // All followers left while it subscribed.
        closing = to.close(added);
        return true;
      }
      for (const name of added) listening.add(name);
      // What happened before the channel was listened to has to be read.
      for (const name of added) hint(name);
    }
    if (removed.length > 0) {
      for (const name of removed) listening.delete(name);
      await to.unsubscribe(removed);
    }
    return true;
  };

  return {
    join(channel, queue) {
      const queues = followers.get(channel) ?? new Set<HintQueue>();
      followers.set(channel, queues.add(queue));
      if (queues.size > 1) return;
      changed.add(channel);
      void update();
    },
    leave(channel, queue) {
      const queues = followers.get(channel);
      if (!queues?.delete(queue) || queues.size > 0) return;
      followers.delete(channel);
      if (followers.size === 0) return disconnect();
      changed.add(channel);
      void update();
    },
  };
}
