import type { SessionEvent, SessionHeader } from '../core/event.ts';
import { readFirstLine } from './log-head.ts';
import { parseHeader, parseLine } from './log-line.ts';
import { scanForward, type ReadAt } from './scan-lines.ts';

/** Where in a file something stands. */
export interface LogPlace {
  /** 1-based line. */
  readonly line: number;
  /** 0-based byte offset of the line. */
  readonly byte: number;
  /** Bytes, the newline included. */
  readonly length: number;
}

/** A line that is not what it should be. */
export interface LogDamage extends LogPlace {
  readonly what: string;
  /** The seq of an event that can be read, but does not count where it stands. */
  readonly seq?: number;
}

/** What a log holds, in its order. */
export type Finding =
  | { readonly kind: 'header'; readonly header: SessionHeader; readonly bytes: Buffer }
  | {
      readonly kind: 'event';
      readonly event: SessionEvent;
      readonly bytes: Buffer;
      readonly place: LogPlace;
    }
  | { readonly kind: 'damage'; readonly damage: LogDamage }
  /** Events that should stand here and do not; the last seq is included. */
  | { readonly kind: 'missing'; readonly fromSeq: number; readonly toSeq: number }
  /** The rest of the file, from an append that never became whole. */
  | { readonly kind: 'torn'; readonly place: LogPlace };

export interface ExamineOptions {
  readonly size: number;
  readonly sessionId: string;
  readonly signal?: AbortSignal | undefined;
}

/** More missing events in one place than this are taken for one wrong number. */
const MAX_MISSING = 10_000;

/** Of damage that goes on for longer than this many lines the rest is told as one, so that memory stays small. */
const MAX_APART = 1_000;

type EventFinding = Extract<Finding, { kind: 'event' }>;
type DamageFinding = Extract<Finding, { kind: 'damage' }> & { readonly canBeTorn: boolean };

/**
 * Goes through a log and tells what is good and what is not, by the rules of the reader, but without stopping.
 *
 * An event counts when its seq is due, or when events before it are gone. One whose seq runs ahead while the next
 * event goes on where the log was is itself the fault.
 */
export async function* examineLog(
  readAt: ReadAt,
  { size, sessionId, signal }: ExamineOptions,
): AsyncGenerator<Finding> {
  const first = await readFirstLine(readAt, size);
  if (first === null) return yield* tornFrom({ line: 1, byte: 0, length: size });
  const header = parseHeader(first.bytes, sessionId);
  let from = first.end;
  if (typeof header !== 'string' && first.bytes !== null) {
    yield { kind: 'header', header, bytes: first.bytes };
  } else {
    const isEvent = parseLine(first.bytes).kind === 'event';
    const length = isEvent ? 0 : first.end;
    yield { kind: 'damage', damage: { line: 1, byte: 0, length, what: String(header) } };
    if (isEvent) from = 0;
  }

  const order = new Order();
  let line = from === 0 ? 0 : 1;
  for await (const { start, end, isWhole, bytes } of scanForward(readAt, {
    start: from,
    end: size,
    signal,
  })) {
    line += 1;
    const place = { line, byte: start, length: end - start };
    const read = isWhole ? parseLine(bytes) : ({ kind: 'unreadable' } as const);
    if (read.kind === 'event' && bytes !== null) {
      yield* order.add({ kind: 'event', event: read.event, bytes, place });
    } else {
      const canBeTorn = read.kind === 'unreadable';
      const what = canBeTorn ? 'this line cannot be read' : 'this line is no event';
      order.addDamage({ kind: 'damage', damage: { ...place, what }, canBeTorn });
    }
  }
  yield* order.end(size);
}

function* tornFrom(place: LogPlace): Generator<Finding> {
  if (place.length > 0) yield { kind: 'torn', place };
}

/** Holds findings back until it is certain what they are. */
class Order {
  #due = 0;
  /** An event whose seq runs ahead, until the next event tells whether it or the ones before it are at fault. */
  #ahead: EventFinding | undefined;
  /** What follows the last event that counts. */
  #held: (EventFinding | DamageFinding)[] = [];
  #behindAhead: DamageFinding[] = [];

  *add(found: EventFinding): Generator<Finding> {
    const { seq } = found.event;
    const ahead = this.#ahead;
    if (ahead !== undefined) {
      this.#ahead = undefined;
      const isOutOfPlace = seq >= this.#due && seq <= ahead.event.seq;
      if (isOutOfPlace) this.#held.push(misplaced(ahead, this.#due));
      else yield* this.#accept(ahead);
      this.#held.push(...this.#behindAhead.splice(0));
    }
    if (seq === this.#due) yield* this.#accept(found);
    else if (seq > this.#due && seq - this.#due <= MAX_MISSING) this.#ahead = found;
    else this.#held.push(misplaced(found, this.#due));
  }

  addDamage(found: DamageFinding): void {
    const held = this.#ahead === undefined ? this.#held : this.#behindAhead;
    const last = held.at(-1);
    const isMore = last?.kind === 'damage' && last.canBeTorn === found.canBeTorn;
    if (isMore && held.length >= MAX_APART) held[held.length - 1] = joined(last, found);
    else held.push(found);
  }

  *end(size: number): Generator<Finding> {
    if (this.#ahead !== undefined) yield* this.#accept(this.#ahead);
    const rest = [...this.#held, ...this.#behindAhead];
    // Only what an interrupted write can leave behind is torn; anything else at the end is damage.
    const torn = rest.findLastIndex((found) => found.kind === 'damage' && !found.canBeTorn) + 1;
    for (const found of rest.slice(0, torn))
      yield found.kind === 'damage' ? found : unfinished(found);
    const first = rest[torn];
    if (first === undefined) return;
    const { line, byte } = first.kind === 'damage' ? first.damage : first.place;
    yield* tornFrom({ line, byte, length: size - byte });
  }

  *#accept(found: EventFinding): Generator<Finding> {
    const { event } = found;
    if (event.seq > this.#due) {
      yield* this.#held.splice(0);
      yield { kind: 'missing', fromSeq: this.#due, toSeq: event.seq - 1 };
    }
    this.#due = event.seq + 1;
    this.#held.push(found);
    // An event of a batch that goes on counts only with the last one.
    if (event.more !== true) yield* this.#held.splice(0);
  }
}

function joined(one: DamageFinding, next: DamageFinding): DamageFinding {
  const { byte, length } = next.damage;
  const what = one.canBeTorn ? 'these lines cannot be read' : 'these lines are no events';
  return { ...one, damage: { ...one.damage, length: byte + length - one.damage.byte, what } };
}

function misplaced({ event, place }: EventFinding, due: number): DamageFinding {
  const what = `this event has seq ${event.seq}, and ${due} is due`;
  return { kind: 'damage', damage: { ...place, what, seq: event.seq }, canBeTorn: false };
}

function unfinished({ event, place }: EventFinding): Finding {
  const what = 'this event belongs to a batch that has no end';
  return { kind: 'damage', damage: { ...place, what, seq: event.seq } };
}
