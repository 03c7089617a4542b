import { TodoError } from '../core/errors.ts';

/** Faults of the machine that go away again: the store works once they are gone. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'it may not access its files',
  EBUSY: 'its files are in use',
  EDQUOT: 'its disk quota is used up',
  EFBIG: 'its file may not grow any further',
  EIO: 'its disk reports an error',
  EMFILE: 'this process has too many open files',
  ENFILE: 'this machine has too many open files',
  ENODEV: 'its disk is gone',
  ENOENT: 'its directory is gone',
  ENOSPC: 'no space is left on its disk',
  ENOTDIR: 'its directory is not a directory',
  EPERM: 'it may not access its files',
  EROFS: 'its disk is read-only',
  ESTALE: 'its disk is gone',
  ETIMEDOUT: 'its disk does not answer',
};

/** Whether an error of the operating system has one of these codes. */
export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  const code = errnoOf(error);
  return code !== undefined && codes.includes(code);
}

/**
 * Turns an error of the operating system into one of ours, which names the reason and no path: a model or a client
 * may read it. The error itself is the `cause`. Errors of this package pass unchanged.
 */
export function asStoreError(error: unknown, aftermath: string): TodoError {
  if (TodoError.isInstance(error)) return error;
  const code = errnoOf(error);
  const reason = code === undefined ? undefined : REASONS[code];
  return reason === undefined
    ? new TodoError(
        'store_failed',
        `The file store failed${code === undefined ? '' : ` (${code})`}. ${aftermath}`,
        { cause: error },
      )
    : new TodoError(
        'store_unavailable',
        `The file store is unavailable: ${reason} (${code}). ${aftermath}`,
        { cause: error },
      );
}

/** What an append says that left no trace. */
export const NOTHING_WRITTEN = 'Nothing was written; repeat the call when that is fixed.';
/** What a read says. */
export const NOTHING_READ = 'Repeat the call when that is fixed.';

function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}
