import { isRecord } from '../../core/event.ts';
import type { TracePlace, Violation } from '../../core/invariants/violation.ts';
import type { Line } from '../../file/scan-lines.ts';
import { CliError, NoLogError } from '../errors.ts';
import { asHeader, assertSameLog, isTooNew } from '../log/log-header.ts';
import type { NoteSummary } from './note-tally.ts';
import { kindOfFile, parseLine } from '../log/parse-line.ts';
import { SessionCheck } from './session-check.ts';

export interface LogCheckOptions {
  readonly path: string;
  /** The session that it must be. */
  readonly sessionId?: string | undefined;
  /** Whether a log may end in an append that never became whole, as one that is being written does. */
  readonly mayBeTorn: boolean;
  readonly maxLineBytes: number;
  onHeader(header: unknown, isPredecessor: boolean): void;
  onViolation(violation: Violation): void;
}

export interface LogCheckResult {
  readonly events: number;
  readonly notes: readonly NoteSummary[];
  /** Where an append that never became whole begins. */
  readonly torn: TracePlace | undefined;
  /** The first line that was too long to be looked at, and how many there are. */
  readonly tooLong: { readonly place: TracePlace; readonly count: number } | undefined;
}

/** A file is no log if none of this many lines could be part of one. */
const MAX_STRANGE_LINES = 20;
/** More than this is no end of an append that never became whole. */
const MAX_HELD = 10_000;

/** Checks a log line after line. Holds findings back where only what follows tells whether they count. */
export class LogCheck {
  readonly #options: LogCheckOptions;
  readonly #check: SessionCheck;
  #line = 0;
  /** What makes this file look like no log at all; `undefined` once there was a line of one. */
  #doubt: string | undefined;
  #header: Readonly<Record<string, unknown>> | undefined;
  #held: Violation[] = [];
  /** Where the last append begins, as long as it is not whole. */
  #openSince: TracePlace | undefined;
  #eventsBefore = 0;
  #tooLong: LogCheckResult['tooLong'];

  constructor(options: LogCheckOptions) {
    this.#options = options;
    this.#check = new SessionCheck(options.sessionId);
  }

  /** Takes the next line; throws for a file that is no log. */
  take(line: Line): void {
    this.#line += 1;
    const { bytes, isWhole, start } = line;
    if (this.#line === 1) {
      this.#first(line);
      return;
    }
    if (bytes !== null && isWhole) {
      const violations = this.#check.line(bytes, this.#line, start);
      if (violations !== undefined) {
        this.#accept(violations, start, this.#check.isBatchOpen);
        return;
      }
    }
    this.#slow(line);
  }

  /** Says what is left to say once all lines were taken. */
  finish(): LogCheckResult {
    if (this.#line === 0) throw this.#noLog('it is empty');
    if (this.#doubt !== undefined) throw this.#noLog(this.#doubt);
    const torn = this.#openSince;
    if (torn !== undefined && !this.#options.mayBeTorn) {
      const message =
        'the log ends within an append that never became whole, or it was cut off here';
      const seq = this.#eventsBefore;
      this.#options.onViolation({ rule: 'event-shape', seq, message, place: torn });
    }
    const events = torn === undefined ? this.#check.events : this.#eventsBefore;
    return { events, notes: this.#check.notes, torn, tooLong: this.#tooLong };
  }

  #first(line: Line): void {
    const place = { line: 1, byte: line.start };
    const parsed = line.bytes === null || !line.isWhole ? null : parseLine(line.bytes);
    const header = parsed === null ? undefined : asHeader(parsed.value);
    if (header !== undefined) {
      if (isTooNew(header)) {
        throw new CliError(
          `Cannot check ${this.#options.path}: it was written by a newer version of ai-sdk-todo (format ${String(header['version'])}). Update the package.`,
          'session_too_new',
        );
      }
      this.#header = header;
      const violations = this.#check.header(header, place);
      this.#options.onHeader(header, this.#check.isPredecessor);
      for (const violation of violations) this.#options.onViolation(violation);
      return;
    }
    const kind = line.bytes === null ? undefined : kindOfFile(line.bytes);
    const fault = kind ?? parsed?.fault ?? faultOfFirst(line);
    if (kind !== undefined && !line.isWhole) throw this.#noLog(fault);
    this.#doubt = fault;
    const isEvent = looksLikeEvent(parsed?.value);
    const found = isEvent ? 'an event' : (parsed?.fault ?? 'another value');
    const message = `the log must begin with its header, and its first line is none (${found})`;
    this.#held.push({ rule: 'header-valid', seq: -1, message, place });
    if (isEvent) this.#slow(line);
  }

  #slow(line: Line): void {
    const { bytes, start, isWhole } = line;
    const place = this.#placeAt(start);
    if (!isWhole) {
      this.#open(place);
    } else if (bytes === null) {
      this.#tooLong = {
        place: this.#tooLong?.place ?? place,
        count: (this.#tooLong?.count ?? 0) + 1,
      };
      this.#accept(this.#check.unreadable(undefined, place), start, false);
    } else {
      this.#parsed(bytes, place);
    }
    const isStrange = this.#line > MAX_STRANGE_LINES || this.#held.length > MAX_HELD;
    if (this.#doubt !== undefined && isStrange) throw this.#noLog(this.#doubt);
  }

  #parsed(bytes: Buffer, place: TracePlace): void {
    const { value, fault } = parseLine(bytes);
    if (fault !== undefined) {
      this.#open(place);
      this.#hold(this.#check.unreadable(fault, place));
      return;
    }
    // In a store a file belongs to one session, whatever stands in it.
    if (this.#options.sessionId === undefined) assertSameLog(this.#header, value, this.#line);
    const violations = this.#check.event(value, place);
    if (this.#doubt !== undefined && !looksLikeEvent(value)) {
      this.#hold(violations);
      return;
    }
    this.#accept(violations, place.byte ?? 0, isRecord(value) && value['more'] === true);
  }

  /** Takes what was found at an event that can be read. */
  #accept(violations: readonly Violation[], start: number, isBatchOpen: boolean): void {
    this.#doubt = undefined;
    if (isBatchOpen) {
      if (this.#openSince === undefined) {
        this.#eventsBefore = this.#check.events - 1;
        this.#openSince = this.#placeAt(start);
      }
      this.#hold(violations);
      return;
    }
    this.#openSince = undefined;
    if (this.#held.length > 0) this.#release();
    for (const violation of violations) this.#options.onViolation(violation);
  }

  #open(place: TracePlace): void {
    if (this.#openSince === undefined) this.#eventsBefore = this.#check.events;
    this.#openSince ??= place;
  }

  #hold(violations: readonly Violation[]): void {
    this.#held.push(...violations);
    if (this.#held.length > MAX_HELD && this.#doubt === undefined) this.#release();
  }

  #release(): void {
    for (const violation of this.#held.splice(0)) this.#options.onViolation(violation);
  }

  #placeAt(byte: number): TracePlace {
    return { line: this.#line, byte };
  }

  #noLog(why: string): NoLogError {
    return new NoLogError(this.#options.path, why);
  }
}

function faultOfFirst({ bytes, isWhole }: Line): string {
  if (bytes === null) return 'its first line is too long for a header';
  return isWhole ? 'its first line is no header' : 'its first line is cut off';
}

function looksLikeEvent(value: unknown): boolean {
  return isRecord(value) && typeof value['type'] === 'string' && value['type'] !== 'session';
}
