import { assertOptionalFunction, assertOptions, assertString } from '../argument.ts';
import { readEvent } from './event-reading.ts';
import { readHeader } from './header-reading.ts';
import { notesOf, remember, unknownFieldText, type Standing } from './notes.ts';
import { finding, ReadingTrace } from './reading-trace.ts';
import type { TraceNote, TracePlace, Violation } from './violation.ts';

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
  readonly rules: ReadingTrace;
  readonly standing: Standing;
  isPredecessor: boolean;
}

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
  assertOptions(options);
  if (options.sessionId !== undefined) assertString('sessionId', options.sessionId);
  assertOptionalFunction('onNote', options.onNote);
  const standing = { time: -Infinity, todos: null };
  return traceFrom({ rules: new ReadingTrace(), standing, isPredecessor: false }, options);
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
      if (onNote !== undefined) {
        const seq = state.rules.seqOf(reading);
        for (const [rule, message] of notesOf(state.standing, reading)) {
          onNote(finding(rule, seq, message, place));
        }
        remember(state.standing, reading);
      }
      return state.rules.take(reading, place);
    },

    fork() {
      const copy = { ...state, standing: { ...state.standing }, rules: state.rules.fork() };
      return traceFrom(copy, { sessionId, onNote });
    },
  };
}
