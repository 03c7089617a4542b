import { resolve } from 'node:path';
import { assertArgument, assertOptions } from '../core/argument.ts';
import { TodoError } from '../core/errors.ts';
import { assertCount } from '../store/check-options.ts';

/** A timer that is set for longer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface FileStoreOptions {
  /**
   * What survives once an append has resolved. `disk` (the default): a power cut, since the data is synced first.
   * `os`: a crash of the process only, at a fraction of the cost.
   */
  readonly durability?: 'disk' | 'os' | undefined;
  /** Milliseconds in which every operation settles. Default 10,000. */
  readonly timeoutMs?: number | undefined;
  /**
   * Milliseconds that an append waits while another process writes to the same session. Default 8,000, and never
   * longer than `timeoutMs`.
   */
  readonly lockTimeoutMs?: number | undefined;
}

/** The options with their defaults filled in. */
export interface FileStoreSettings {
  readonly root: string;
  readonly durability: 'disk' | 'os';
  readonly timeoutMs: number;
  readonly lockTimeoutMs: number;
}

export function readOptions(directory: string, options: FileStoreOptions = {}): FileStoreSettings {
  const isPath = typeof directory === 'string' && directory !== '';
  assertArgument(isPath, 'directory', 'the path of a directory', directory);
  assertOptions(options);
  const { durability = 'disk', timeoutMs = 10_000, lockTimeoutMs = 8_000 } = options;
  if (durability !== 'disk' && durability !== 'os') {
    throw new TodoError('invalid_option', "durability must be 'disk' or 'os'.");
  }
  assertCount('timeoutMs', timeoutMs, 1);
  assertCount('lockTimeoutMs', lockTimeoutMs);
  return {
    // Resolved once, so that a later change of the working folder does not move the store.
    root: resolve(directory),
    durability,
    timeoutMs: Math.min(timeoutMs, LONGEST_TIMER_MS),
    lockTimeoutMs: Math.min(lockTimeoutMs, timeoutMs, LONGEST_TIMER_MS),
  };
}
