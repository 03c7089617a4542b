import { TodoError } from '../core/errors.ts';

/** How the process ends. */
export const EXIT = { clean: 0, violations: 1, failed: 2 } as const;

/** What went wrong, for people: where it was, and what to do. The process ends with 2. */
export class CliError extends Error {
  readonly code: string;

  constructor(message: string, code = 'could_not_check', options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'CliError';
    this.code = code;
  }
}

/** A file that is no log at all. */
export class NoLogError extends CliError {
  constructor(path: string, why: string) {
    super(
      `${path} is no log of sessions: ${why} (line 1, byte 0). A log is a file of JSON lines that begins with a header.`,
      'no_log',
    );
    this.name = 'NoLogError';
  }
}

/** A call that asks for nothing that there is; the message is followed by where to read more. */
export class UsageError extends CliError {
  constructor(message: string) {
    super(message, 'usage');
    this.name = 'UsageError';
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'it may not be read',
  EISDIR: 'it is a directory',
  EMFILE: 'too many files are open',
  ENOENT: 'there is no such file or directory',
  ENOTDIR: 'part of its path is no directory',
  EPERM: 'it may not be read',
};

/** What is told of an error. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** An error as its code and one sentence, whatever was thrown: never a stack. */
export function describeError(error: unknown): Failure {
  if (TodoError.isInstance(error) || error instanceof CliError) {
    return { code: error.code, message: error.message };
  }
  return { code: 'unexpected', message: error instanceof Error ? error.message : String(error) };
}

/** Says which file it was that could not be read. */
export function asFileError(error: unknown, path: string): unknown {
  if (error instanceof CliError || TodoError.isInstance(error)) return error;
  const isErrno = error instanceof Error && 'code' in error && typeof error.code === 'string';
  if (!isErrno) return error;
  const reason = REASONS[String(error.code)] ?? error.message;
  return new CliError(`Cannot read ${path}: ${reason}.`, 'could_not_read', { cause: error });
}
