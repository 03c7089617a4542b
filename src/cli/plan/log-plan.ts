import { isRecord } from '../../core/event.ts';
import { isPredecessorHeader, unpack } from '../../core/invariants/predecessor.ts';
import {
  EMPTY_PLAN_STATE,
  planAt,
  reduceTodos,
  type Plan,
  type PlanState,
} from '../../core/plan.ts';
import type { Line } from '../../file/scan-lines.ts';
import { asHeader, assertSameLog } from '../log/log-header.ts';
import { parseLine } from '../log/parse-line.ts';
import { QuickReading } from '../quick/quick-reading.ts';

/** A line that was passed over. */
export interface SkippedLine {
  readonly line: number;
  readonly byte: number;
  readonly what: string;
}

interface Standing {
  readonly state: PlanState;
  /** The seq of the last event that it reflects. */
  readonly seq: number;
}

/** Projects the plan of a log line after line, as far as it can be read: the last good write stands. */
export class LogPlan {
  readonly #atSeq: number;
  readonly #quick = new QuickReading();
  #line = 0;
  #isPredecessor = false;
  #standing: Standing = { state: EMPTY_PLAN_STATE, seq: -1 };
  /** With the events of an append of which the last one has not come. */
  #open: Standing | undefined;
  #skipped: SkippedLine[] = [];
  #header: Readonly<Record<string, unknown>> | undefined;
  /** The first damaged line, and how many there are: those at the end belong to an append that never became whole. */
  first: SkippedLine | undefined;
  count = 0;

  /** @param atSeq the seq of the last event to reflect. */
  constructor(atSeq = Infinity) {
    this.#atSeq = atSeq;
  }

  /** `undefined` where the first line is none. */
  get header(): Readonly<Record<string, unknown>> | undefined {
    return this.#header;
  }

  get plan(): Plan {
    return planAt(this.#standing.state, this.#standing.seq);
  }

  take({ bytes, isWhole, start }: Line): void {
    this.#line += 1;
    if (!isWhole) return;
    if (bytes === null) return this.#skip(start, 'this line is too long');
    if (this.#line > 1 && this.#quick.read(bytes, this.#isPredecessor)) {
      const { kind, seq, more } = this.#quick;
      if (kind === 'unknown') return this.#accept({ seq, count: 1, more });
    }
    const { value, fault } = parseLine(bytes);
    if (fault !== undefined) return this.#skip(start, fault);
    if (this.#line === 1) {
      this.#header = asHeader(value);
      this.#isPredecessor = isPredecessorHeader(this.#header);
      if (this.#header !== undefined) return;
    }
    if (!isRecord(value)) return this.#skip(start, 'this line is no event');
    assertSameLog(this.#header, value, this.#line);
    const { event, count } = this.#isPredecessor ? unpack(value) : { event: value, count: 1 };
    const { seq, more } = event;
    const known = Number.isSafeInteger(seq) ? (seq as number) : undefined; // looked at here
    this.#accept({ seq: known, count, more: more === true }, event);
  }

  #accept(
    { seq, count, more }: { seq: number | undefined; count: number; more: boolean },
    event?: Readonly<Record<string, unknown>>,
  ): void {
    const before = this.#open ?? this.#standing;
    const first = seq ?? before.seq + 1;
    if (first > this.#atSeq) return;
    const state = event === undefined ? before.state : reduceTodos(before.state, event);
    const next = { state, seq: first + count - 1 };
    if (more) {
      this.#open = next;
      return;
    }
    this.#open = undefined;
    this.#standing = next;
    this.count += this.#skipped.length;
    this.first ??= this.#skipped[0];
    this.#skipped = [];
  }

  #skip(byte: number, what: string): void {
    // What is remembered is for one message.
    if (this.#skipped.length < 10_000) this.#skipped.push({ line: this.#line, byte, what });
  }
}
