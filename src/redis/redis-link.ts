import type { OpenSubscriber } from './subscriber.ts';
import type { Withdrawal } from './withdrawal.ts';

/** What a script works on. */
export interface ScriptInput {
  /** All on one slot of a cluster. */
  readonly keys: readonly string[];
  readonly args: readonly string[];
}

/**
 * The few things that the store needs of Redis, the same for every client.
 *
 * `withdrawal` takes a command back that still waits in the client, where the client can do that; the call then rejects
 * with an error for which `wasNotSent` is true.
 */
export interface RedisLink {
  evalHash(hash: string, input: ScriptInput, withdrawal: Withdrawal): Promise<unknown>;
  evalText(text: string, input: ScriptInput, withdrawal: Withdrawal): Promise<unknown>;
  /** `LRANGE`. */
  range(key: string, start: number, stop: number, withdrawal: Withdrawal): Promise<unknown>;

  /** Settles when a command would be sent at once, where the client tells; `undefined` when it would be now. */
  ready?(withdrawal: Withdrawal): Promise<void> | undefined;

  /** Whether an error says for certain that the command never left this process. */
  wasNotSent(error: unknown): boolean;

  /** Why the client has no connection right now, where that is known. */
  lastError?(): unknown;

  /** Absent where there is no pub/sub: then followers poll. */
  readonly openSubscriber?: OpenSubscriber;
}
