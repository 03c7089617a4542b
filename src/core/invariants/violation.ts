import type { DurableRule } from '../durable-rules.ts';

/** The rules that a stored session keeps. Nothing is said about how many tasks are in progress at once. */
export type InvariantRule =
  | 'header-valid'
  | 'seq-contiguous'
  | 'event-shape'
  | 'turn-order'
  | 'write-in-turn'
  | DurableRule;

/** What a log may hold, and a reader may still want to know. */
export type NoteRule =
  | 'unknown-type'
  | 'unknown-field'
  | 'unknown-kind'
  | 'time-backwards'
  | 'items-dropped';

/** Where in the source a finding stands: a reader of files gives line and byte, a fault in a list its index. */
export interface TracePlace {
  /** 1-based line of the file. */
  readonly line?: number;
  /** 0-based byte offset of that line. */
  readonly byte?: number;
  /** 0-based position in the list of todos, where the finding is of one entry. */
  readonly index?: number;
}

interface Finding {
  /** The seq that the event names; where it names none, the seq that belongs there; -1 for the header. */
  readonly seq: number;
  /** For people: what is wrong, and what was expected. Text from the log is quoted and cut. */
  readonly message: string;
  readonly place?: TracePlace;
}

/** A rule that a stored session breaks. */
export interface Violation extends Finding {
  readonly rule: InvariantRule;
}

/** Something worth knowing that breaks no rule. */
export interface TraceNote extends Finding {
  readonly rule: NoteRule;
}
