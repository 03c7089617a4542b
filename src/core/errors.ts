/** Every literal `code` of an error of this package. */
export type TodoErrorCode =
  | 'invalid_option'
  | 'invalid_session_id'
  | 'invalid_event'
  | 'version_conflict'
  | 'session_not_found'
  | 'session_damaged'
  | 'session_too_new'
  | 'session_expired'
  | 'session_replaced'
  | 'store_unavailable'
  | 'store_failed'
  | 'store_closed'
  | 'outcome_unknown'
  | 'invariant_violated'
  | 'turn_conflict'
  | 'turn_closed'
  | 'stream_running'
  | 'no_session'
  | 'invalid_todos'
  | 'write_rejected';

const marker = Symbol.for('ai-sdk-todo.error');

/**
 * The base of every error of this package.
 *
 * `code` is a stable literal that is safe to show to a client. Use `TodoError.isInstance(error)` rather than
 * `instanceof`: each entry point is a bundle of its own, and two bundles do not share a class.
 */
export class TodoError extends Error {
  readonly code: TodoErrorCode;
  readonly [marker] = true;

  constructor(code: TodoErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'TodoError';
    this.code = code;
  }

  static isInstance(value: unknown): value is TodoError {
    return typeof value === 'object' && value !== null && marker in value;
  }
}

/** Whether a value is an error of this package with the given code, also across bundles. */
export function hasCode(value: unknown, code: TodoErrorCode): value is TodoError {
  return TodoError.isInstance(value) && value.code === code;
}

/** A session id that no store accepts. Nothing was read or written. */
export class InvalidSessionIdError extends TodoError {
  constructor(found: string) {
    super(
      'invalid_session_id',
      `A session id must be a non-empty, well-formed string of at most 512 UTF-16 units; ${found}.`,
    );
    this.name = 'InvalidSessionIdError';
  }

  static override isInstance(value: unknown): value is InvalidSessionIdError {
    return hasCode(value, 'invalid_session_id');
  }
}

/** What an append expected of a session, and what it found. */
export interface VersionConflict {
  readonly sessionId: string;
  readonly expected: number;
  readonly actual: number;
  readonly expectedUid?: string | undefined;
  readonly actualUid?: string | undefined;
  readonly expectedLastId?: string | undefined;
}

/**
 * Another writer was faster: the session is not at the expected version, or not the expected session, or another event
 * stands at its end than the expected one.
 *
 * Nothing was written. Read the session again, decide anew, and append at its current version.
 */
export class VersionConflictError extends TodoError {
  readonly sessionId: string;
  readonly expected: number;
  readonly actual: number;
  readonly expectedUid: string | undefined;
  readonly actualUid: string | undefined;
  readonly expectedLastId: string | undefined;

  constructor(conflict: VersionConflict) {
    const { sessionId, expected, actual, expectedUid, actualUid, expectedLastId } = conflict;
    super('version_conflict', `${whatChanged(conflict)} Read it again before you append.`);
    this.name = 'VersionConflictError';
    this.sessionId = sessionId;
    this.expected = expected;
    this.actual = actual;
    this.expectedUid = expectedUid;
    this.actualUid = actualUid;
    this.expectedLastId = expectedLastId;
  }

  static override isInstance(value: unknown): value is VersionConflictError {
    return hasCode(value, 'version_conflict');
  }
}

function whatChanged(conflict: VersionConflict): string {
  const { expected, actual, expectedUid, actualUid } = conflict;
  const session = `Session ${JSON.stringify(conflict.sessionId)}`;
  if (expectedUid !== undefined && expectedUid !== actualUid)
    return `${session} was deleted or made anew since it was read.`;
  return actual === expected
    ? `${session} lost events since it was read, and others stand in their place.`
    : `${session} is at version ${actual}, not ${expected}.`;
}

/** One broken rule, as far as an error has to know it; `checkSession` gives the whole. */
interface BrokenRule {
  readonly rule: string;
  readonly seq: number;
  readonly message: string;
}

/** An append that would break a rule of the log, or a log that is broken already. Nothing was written. */
export class InvariantViolationError<RULE extends BrokenRule = BrokenRule> extends TodoError {
  readonly sessionId: string;
  readonly violations: readonly RULE[];

  constructor(sessionId: string, violations: readonly RULE[]) {
    const [first] = violations;
    const more = violations.length > 1 ? `, and ${violations.length - 1} more` : '';
    super(
      'invariant_violated',
      `Session ${JSON.stringify(sessionId)} would not be well formed: event ${first?.seq} breaks ${first?.rule}: ${first?.message}${more}. Nothing was written.`,
    );
    this.name = 'InvariantViolationError';
    this.sessionId = sessionId;
    this.violations = violations;
  }

  static override isInstance(value: unknown): value is InvariantViolationError {
    return hasCode(value, 'invariant_violated');
  }
}

/** Where a stored session is damaged: a line and byte offset of a file, or the index of a record. */
export interface DamagePlace {
  /** 1-based line of the file. */
  readonly line?: number;
  /** 0-based byte offset of that line. */
  readonly byte?: number;
  /** 0-based index of the record, where the store has no lines. */
  readonly index?: number;
}

/** A stored session cannot be read as a whole: `place` says where. Nothing was changed. */
export class SessionDamagedError extends TodoError {
  readonly sessionId: string;
  readonly place: DamagePlace;

  constructor(sessionId: string, place: DamagePlace, what: string) {
    const where = Object.entries(place).map(([name, value]) => `${name} ${value}`);
    super(
      'session_damaged',
      `Session ${JSON.stringify(sessionId)} is damaged at ${where.join(', ')}: ${what}. Nothing was changed; check or repair it before you append.`,
    );
    this.name = 'SessionDamagedError';
    this.sessionId = sessionId;
    this.place = place;
  }

  static override isInstance(value: unknown): value is SessionDamagedError {
    return hasCode(value, 'session_damaged');
  }
}

/** There is no such session in a store. */
export function sessionNotFound(sessionId: string): TodoError {
  return new TodoError(
    'session_not_found',
    `Session ${JSON.stringify(sessionId)} does not exist in this store; check the id, or list the sessions.`,
  );
}

/** What was read so far belongs to a session that is gone. */
export function sessionReplaced(sessionId: string): TodoError {
  return new TodoError(
    'session_replaced',
    `Session ${JSON.stringify(sessionId)} was deleted or made anew while it was read. Read it again.`,
  );
}
