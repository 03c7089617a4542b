import { readEvent, type EventReading } from './event-reading.ts';
import { ExpectedNumber } from './expected-number.ts';
import { readHeader } from './header-reading.ts';
import { notesOf, remember, unknownFieldText, type Standing } from './notes.ts';
import { TurnOrder } from './turn-order.ts';
import type { InvariantRule, NoteRule, TraceNote, TracePlace, Violation } from './violation.ts';

export interface SessionTraceOptions {
  /** The id that the header must name. Default: any. */
  readonly sessionId?: string | undefined;
  /** Is told what breaks no rule and may still be worth knowing, in the order of the events. */
  readonly onNote?: ((note: TraceNote) => void) | undefined;
}

/** Follows a session's log, one record at a time, and says which rules each one breaks. */
export interface SessionTrace {
  /** Checks the header; call it before the first event, or not at all where there is none. */
  header(header: unknown, place?: TracePlace): readonly Violation[];
  /** Checks the next event. What `place` names goes into the findings. */
  advance(event: unknown, place?: TracePlace): readonly Violation[];
  /** An independent copy: what is checked on the one leaves no trace on the other. */
  fork(): SessionTrace;
}

interface TraceState {
  readonly seqs: ExpectedNumber;
  readonly turns: TurnOrder;
  readonly standing: Standing;
  isPredecessor: boolean;
}

const NONE: readonly never[] = Object.freeze([]);

/**
 * Starts to follow a session's log from its first event.
 *
 * Keeps a few numbers and the standing list, however long the log is. Never throws for bad data, whatever it is. After
 * a violation it goes on from what the event says as well as from what was expected, and lets the next events decide:
 * a single lost, doubled, moved or changed event gives one violation for each rule that it breaks. The log of a session
 * whose header has version 0 (a raw log of the predecessor) may leave out `seq` and `time` and pack its rows.
 *
 * @example
 * const trace = createSessionTrace({ onNote: (note) => console.warn(note.message) });
 * trace.header(header);
 * for (const event of events) for (const { rule, seq } of trace.advance(event)) console.error(seq, rule);
 */
export function createSessionTrace(options: SessionTraceOptions = {}): SessionTrace {
  const standing = { time: -Infinity, todos: null };
  const seqs = new ExpectedNumber(0);
  return traceFrom({ seqs, turns: new TurnOrder(), standing, isPredecessor: false }, options);
}

function traceFrom(state: TraceState, { sessionId, onNote }: SessionTraceOptions): SessionTrace {
  return {
    header(header, place) {
      const reading = readHeader(header, sessionId);
      state.isPredecessor = reading.isPredecessor;
      if (reading.unknownFields.length > 0) {
        onNote?.(finding('unknown-field', -1, unknownFieldText(reading.unknownFields), place));
      }
      return reading.faults.map((message) => finding('header-valid', -1, message, place));
    },

    advance(event, place) {
      const reading = readEvent(event, state.isPredecessor);
      const seq = reading.seq ?? state.seqs.likeliest;
      const seqFault = checkSeq(state.seqs, reading);
      const turnFault = checkTurn(state.turns, reading);
      if (onNote !== undefined) {
        for (const [rule, message] of notesOf(state.standing, reading)) {
          onNote(finding(rule, seq, message, place));
        }
        remember(state.standing, reading);
      }
      if (seqFault === undefined && turnFault === undefined && isClean(reading)) return NONE;

      const violations: Violation[] = [];
      const report = (rule: InvariantRule, message: string, at = place) =>
        violations.push(finding(rule, seq, message, at));
      if (seqFault !== undefined) report('seq-contiguous', seqFault);
      for (const message of reading.shapeFaults) report('event-shape', message);
      if (turnFault !== undefined) {
        report(reading.kind === 'todo/write' ? 'write-in-turn' : 'turn-order', turnFault);
      }
      for (const { rule, message, index } of reading.todoFaults) {
        report(rule, message, index === undefined ? place : { ...place, index });
      }
      return violations;
    },

    fork() {
      const copy = {
        ...state,
        standing: { ...state.standing },
        seqs: state.seqs.fork(),
        turns: state.turns.fork(),
      };
      return traceFrom(copy, { sessionId, onNote });
    },
  };
}

function isClean({ shapeFaults, todoFaults }: EventReading): boolean {
  return shapeFaults.length === 0 && todoFaults.length === 0;
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

function finding<Rule extends InvariantRule | NoteRule>(
  rule: Rule,
  seq: number,
  message: string,
  place: TracePlace | undefined,
): { rule: Rule; seq: number; message: string; place?: TracePlace } {
  return place === undefined ? { rule, seq, message } : { rule, seq, message, place };
}
