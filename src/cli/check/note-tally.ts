import type { EventReading } from '../../core/invariants/event-reading.ts';
import { notesOf } from '../../core/invariants/notes.ts';
import type { NoteRule, TracePlace } from '../../core/invariants/violation.ts';
import { carriesOn, ContentSet } from '../quick/content-set.ts';

/** Notes of one kind: how many there are, and the first of them. */
export interface NoteSummary {
  readonly rule: NoteRule;
  readonly message: string;
  readonly count: number;
  readonly seq: number;
  readonly place: TracePlace | undefined;
}

/** Where an event stands; asked for only where there is something to say of it. */
export type Where = () => { readonly seq: number; readonly place: TracePlace | undefined };

type Counted = Omit<NoteSummary, 'count'> & { count: number };

/** More kinds than this are counted together: memory must not grow with what a log holds. */
const MAX_KINDS = 200;
/** Kinds that begin with as many equal characters, and are of equal length, are counted together too. */
const MAX_KIND_LENGTH = 200;

/** Counts what breaks no rule, and keeps the first case of each kind. */
export class NoteTally {
  readonly #kinds = new Map<string, Counted>();
  #time = -Infinity;
  #lastType = '';
  #lastNote: Counted | undefined;
  /** The list that stands, if one does. */
  #standing = new ContentSet();
  #stands = false;

  get notes(): readonly NoteSummary[] {
    return [...this.#kinds.values()];
  }

  /** Takes the next event, but for the list of a write. */
  take(reading: EventReading, where: Where): void {
    const { kind, time } = reading;
    if (kind === 'unknown') {
      const { type } = reading;
      // Logs can be full of these: the one before is looked at first, and nothing is made for it.
      const known = type === this.#lastType ? this.#lastNote : undefined;
      if (known !== undefined) known.count += 1;
      else {
        this.#lastNote = this.#note('unknown-type', type, reading, where);
        this.#lastType = type;
      }
    }
    if (reading.unknownFields.length > 0) {
      this.#note('unknown-field', reading.unknownFields.join(), reading, where);
    }
    const { unknownKind } = reading;
    if (unknownKind !== undefined) this.#note('unknown-kind', unknownKind, reading, where);
    if (time !== undefined) {
      if (time < this.#time) this.#note('time-backwards', '', reading, where);
      this.#time = time;
    }
    if (kind === 'turn/start' && reading.turn !== undefined) this.#stands = false;
  }

  /** Takes the list of a write, and answers a set that is free for the next one. */
  list(contents: ContentSet, where: Where): ContentSet {
    const before = this.#standing;
    if (this.#stands && !carriesOn(before, contents)) {
      this.add('items-dropped', '', where, () => 'the list leaves out what was not completed');
    }
    this.#standing = contents;
    this.#stands = true;
    return before;
  }

  /** Counts one note; its text is made for the first of its kind only. */
  add(rule: NoteRule, kind: string, where: Where, message: () => string): Counted {
    const own = `${rule} ${kind.length} ${kind.slice(0, MAX_KIND_LENGTH)}`;
    const isOther = this.#kinds.size >= MAX_KINDS && !this.#kinds.has(own);
    const key = isOther ? rule : own;
    let note = this.#kinds.get(key);
    if (note === undefined) {
      const text = isOther ? 'more of other kinds' : message();
      note = { rule, message: text, count: 0, ...where() };
      this.#kinds.set(key, note);
    }
    note.count += 1;
    return note;
  }

  #note(rule: NoteRule, kind: string, reading: EventReading, where: Where): Counted {
    const texts = () => notesOf({ time: this.#time, todos: null }, reading);
    return this.add(
      rule,
      kind,
      where,
      () => texts().find(([found]) => found === rule)?.[1] ?? rule,
    );
  }
}
