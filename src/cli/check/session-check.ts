import { readEvent, type EventReading } from '../../core/invariants/event-reading.ts';
import { readHeader } from '../../core/invariants/header-reading.ts';
import { unknownFieldText } from '../../core/invariants/notes.ts';
import { finding, ReadingTrace } from '../../core/invariants/reading-trace.ts';
import type { TracePlace, Violation } from '../../core/invariants/violation.ts';
import type { TodoItem } from '../../core/todo.ts';
import { add, clear, ContentSet } from '../quick/content-set.ts';
import { NoteTally, type NoteSummary } from './note-tally.ts';
import { QuickReading } from '../quick/quick-reading.ts';
import { hashOf } from '../quick/content-hash.ts';

/** Checks one session, record after record, with the trace of the core; its memory does not grow with the log. */
export class SessionCheck {
  readonly #trace = new ReadingTrace();
  readonly #tally = new NoteTally();
  readonly #quick = new QuickReading();
  /** A set that is not in use. */
  #spare = new ContentSet();
  readonly #sessionId: string | undefined;
  /** Where the last line stands. Made for each line anew, places would cost as much as the checks. */
  #lineNumber = 0;
  #byte = 0;
  readonly #placeOfLine = () => ({ line: this.#lineNumber, byte: this.#byte });
  #reading: EventReading | undefined;
  #placeOf: () => TracePlace | undefined = () => undefined;
  readonly #where = () => ({
    seq: this.#reading === undefined ? -1 : this.#trace.seqOf(this.#reading),
    place: this.#placeOf(),
  });
  /** Whether this is a raw log of the predecessor. */
  isPredecessor = false;
  /** Events so far, those in packed rows too. */
  events = 0;

  constructor(sessionId?: string) {
    this.#sessionId = sessionId;
  }

  get notes(): readonly NoteSummary[] {
    return this.#tally.notes;
  }

  header(header: unknown, place?: TracePlace): readonly Violation[] {
    const { faults, unknownFields, isPredecessor } = readHeader(header, this.#sessionId);
    this.isPredecessor = isPredecessor;
    if (unknownFields.length > 0 && !isPredecessor) {
      const where = () => ({ seq: -1, place });
      this.#tally.add('unknown-field', 'header', where, () => unknownFieldText(unknownFields));
    }
    return faults.map((message) => finding('header-valid', -1, message, place));
  }

  /** Takes a line, if it can be read without the parser: what is wrong with it, or `undefined` if it cannot. */
  line(bytes: Buffer, line: number, byte: number): readonly Violation[] | undefined {
    const quick = this.#quick;
    if (!quick.read(bytes, this.isPredecessor)) return undefined;
    this.#lineNumber = line;
    this.#byte = byte;
    return this.#take(quick, this.#placeOfLine);
  }

  /** Whether the line that `line` has just read is followed by another one of the same append. */
  get isBatchOpen(): boolean {
    return this.#quick.more;
  }

  /** Takes an event. */
  event(value: unknown, place?: TracePlace): readonly Violation[] {
    return this.#take(readEvent(value, this.isPredecessor), () => place);
  }

  /** Takes what is no event: something stands here, and nobody can tell what it was. */
  unreadable(message: string | undefined, place?: TracePlace): readonly Violation[] {
    const reading = readEvent(undefined, this.isPredecessor);
    const shapeFaults = message === undefined ? [] : [message];
    return this.#take({ ...reading, shapeFaults }, () => place);
  }

  #take(reading: EventReading, placeOf: () => TracePlace | undefined): readonly Violation[] {
    this.#reading = reading;
    this.#placeOf = placeOf;
    const where = this.#where;
    this.#tally.take(reading, where);
    if (reading === this.#quick) {
      if (reading.kind === 'todo/write') {
        this.#quick.contents = this.#tally.list(this.#quick.contents, where);
      }
    } else if (reading.todos !== undefined) {
      fill(this.#spare, reading.todos);
      this.#spare = this.#tally.list(this.#spare, where);
    }
    const violations = this.#trace.take(reading);
    this.events += reading.count;
    if (violations.length === 0) return violations;
    const place = placeOf();
    if (place === undefined) return violations;
    return violations.map((found) => ({ ...found, place: { ...place, ...found.place } }));
  }
}

function fill(contents: ContentSet, todos: readonly TodoItem[]): void {
  clear(contents);
  for (const { content, status } of todos) {
    add(contents, hashOf(content), status !== 'completed');
  }
}
