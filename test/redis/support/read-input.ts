import { text } from 'node:stream/consumers';
import type { SessionStore } from '../../../src/store/session-store.ts';

/** What the test that started this process wants of it. The cast: the test and its script agree on the shape. */
export async function readInput<T>(): Promise<T> {
  return JSON.parse(await text(process.stdin)) as T;
}

/** Waits until a test that has started several processes lets them all go, by creating the session `go`. */
export async function waitForGo(store: SessionStore): Promise<void> {
  while ((await store.tail('go', 0)) === null) await pause(5);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
