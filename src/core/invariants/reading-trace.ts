import type { EventReading } from './event-reading.ts';
import { ExpectedNumber } from './expected-number.ts';
import { TurnOrder } from './turn-order.ts';
import type { InvariantRule, TracePlace, Violation } from './violation.ts';

const NONE: readonly never[] = Object.freeze([]);

/** Follows what was read of a session's events, however it was read, and says which rules each one breaks. */
export class ReadingTrace {
  readonly #seqs: ExpectedNumber;
  readonly #turns: TurnOrder;

  constructor(seqs = new ExpectedNumber(0), turns = new TurnOrder()) {
    this.#seqs = seqs;
    this.#turns = turns;
  }

  /** The seq of an event: what it says, and where it says none, what its place says. */
  seqOf(reading: EventReading): number {
    return reading.seq ?? this.#seqs.likeliest;
  }

  /** Takes the next event. */
  take(reading: EventReading, place?: TracePlace): readonly Violation[] {
    const expected = this.#seqs.likeliest;
    const seqFault = checkSeq(this.#seqs, reading);
    const turnFault = checkTurn(this.#turns, reading);
    const { kind, shapeFaults, todoFaults } = reading;
    const isClean = shapeFaults.length === 0 && todoFaults.length === 0;
    if (seqFault === undefined && turnFault === undefined && isClean) return NONE;

    const seq = reading.seq ?? expected;
    const violations: Violation[] = [];
    const report = (rule: InvariantRule, message: string, at = place) =>
      violations.push(finding(rule, seq, message, at));
    if (seqFault !== undefined) report('seq-contiguous', seqFault);
    for (const message of shapeFaults) report('event-shape', message);
    if (turnFault !== undefined) {
      report(kind === 'todo/write' ? 'write-in-turn' : 'turn-order', turnFault);
    }
    for (const { rule, message, index } of todoFaults) {
      report(rule, message, index === undefined ? place : { ...place, index });
    }
    return violations;
  }

  fork(): ReadingTrace {
    return new ReadingTrace(this.#seqs.fork(), this.#turns.fork());
  }
}

/** What is said of an event or a header. */
export function finding<RULE extends string>(
  rule: RULE,
  seq: number,
  message: string,
  place: TracePlace | undefined,
): { rule: RULE; seq: number; message: string; place?: TracePlace } {
  return place === undefined ? { rule, seq, message } : { rule, seq, message, place };
}

function checkSeq(seqs: ExpectedNumber, reading: EventReading): string | undefined {
  const { seq, seqFault, count, kind } = reading;
  if (seqFault !== undefined || (seq === undefined && kind === 'unreadable')) {
    const fault = seqFault && `${seqFault} where ${anyOf(seqs.candidates)} was expected`;
    seqs.doubt();
    return fault;
  }
  // Only the predecessor may leave it out: then the place says it.
  const found = seq ?? seqs.likeliest;
  const missed = seqs.accept(found);
  if (count > 1) seqs.skip(count - 1);
  return missed && `seq ${found} stands where ${anyOf(missed)} was expected`;
}

function checkTurn(turns: TurnOrder, { kind, turn }: EventReading): string | undefined {
  switch (kind) {
    case 'turn/start':
    case 'turn/end':
      return turns.boundary(kind, turn);
    case 'todo/write':
      return turns.write(turn);
    case 'unreadable':
      turns.doubt();
      return undefined;
    case 'unknown':
      return undefined;
  }
}

function anyOf(numbers: readonly number[]): string {
  return numbers.join(' or ');
}
