import { isRecord, type NewSessionEvent, type SessionEvent } from '../core/event.ts';
import { TodoError } from '../core/errors.ts';
import { isWellFormed, quote } from '../core/text.ts';

/** How deep values may be nested: far more than a plan needs, far less than what breaks a parser's stack. */
const MAX_DEPTH = 1_000;

/** An append that was checked, copied and turned to text before any I/O. */
export interface EncodedEvents {
  /** One line of JSON for each event, with `seq` and, on all but the last, `more: true`. */
  readonly lines: readonly string[];
  /** The ids of the events; `undefined` where an event has none. */
  readonly ids: readonly (string | undefined)[];
}

/**
 * Turns the events of one append into lines of JSON that any store can keep as they are.
 *
 * Throws `invalid_event` for whatever would not come back equal (S6), so that nothing is stored in another shape
 * than it was given.
 */
export function encodeEvents(events: readonly NewSessionEvent[], firstSeq: number): EncodedEvents {
  if (!Array.isArray(events)) throw invalid('events', 'a list of events is wanted');
  const ids: (string | undefined)[] = [];
  // Not map, which passes over holes.
  const lines = Array.from(events, (event: NewSessionEvent, i) => {
    const path = `events[${i}]`;
    if (!isRecord(event)) throw invalid(path, 'an event is an object');
    assertJson(event, path, []);
    const { seq, more: _more, type, time, data, id, ...rest } = event;
    if (typeof type !== 'string' || type === '') throw invalid(`${path}.type`, 'a type is wanted');
    if (typeof time !== 'number') throw invalid(`${path}.time`, 'Unix milliseconds are wanted');
    if (data === undefined) throw invalid(`${path}.data`, 'data is wanted');
    if (id !== undefined && (typeof id !== 'string' || id === '')) {
      throw invalid(`${path}.id`, 'an id is a non-empty string');
    }
    if (seq !== undefined && seq !== firstSeq + i) {
      throw invalid(`${path}.seq`, `the store gives an event its seq, here ${firstSeq + i}`);
    }
    ids.push(id);
    const more = i < events.length - 1 ? { more: true } : {};
    const named = id === undefined ? {} : { id };
    return JSON.stringify({ seq: firstSeq + i, time, type, ...named, ...rest, ...more, data });
  });
  return { lines, ids };
}

/** Reads one stored line back; every call makes a new object, so callers cannot reach what is stored (S7). */
export function decodeEvent(line: string): SessionEvent {
  return JSON.parse(line) as SessionEvent; // the store wrote this line itself, through encodeEvents
}

function assertJson(value: unknown, path: string, parents: readonly object[]): void {
  switch (typeof value) {
    case 'boolean':
      return;
    case 'string':
      if (!isWellFormed(value)) throw invalid(path, `lone surrogate in ${quote(value)}`);
      return;
    case 'number':
      if (!Number.isFinite(value) || Object.is(value, -0))
        throw invalid(path, `${value} is no JSON`);
      return;
    case 'object':
      if (value !== null) assertJsonObject(value, path, parents);
      return;
    default:
      throw invalid(path, `${typeof value} is no JSON`);
  }
}

function assertJsonObject(value: object, path: string, parents: readonly object[]): void {
  if (parents.includes(value)) throw invalid(path, 'a circular reference is no JSON');
  if (parents.length === MAX_DEPTH) throw invalid(path, `more than ${MAX_DEPTH} levels are nested`);
  const below = [...parents, value];
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    throw invalid(path, 'an object with toJSON would be stored as something else');
  }
  if (Object.getOwnPropertySymbols(value).length > 0)
    throw invalid(path, 'symbol keys are no JSON');
  if (Array.isArray(value)) {
    // By index, so that a hole counts as the `undefined` that it reads as.
    for (let i = 0; i < value.length; i += 1) assertJson(value[i], `${path}[${i}]`, below);
    if (Object.keys(value).length > value.length)
      throw invalid(path, 'a list with named properties is no JSON');
    return;
  }
  const prototype: object | null = Object.getPrototypeOf(value);
  // The last prototype of a chain is that of plain objects, in this realm and in any other.
  if (prototype !== null && !Object.hasOwn(prototype, 'isPrototypeOf')) {
    throw invalid(path, 'only plain objects and lists are JSON');
  }
  for (const [key, entry] of Object.entries(value)) {
    if (!isWellFormed(key)) throw invalid(path, 'a key has a lone surrogate');
    assertJson(entry, `${path}.${key}`, below);
  }
}

function invalid(path: string, what: string): TodoError {
  const place = path.length > 200 ? `${path.slice(0, 200)}…` : path;
  return new TodoError('invalid_event', `Cannot store ${place}: ${what}. Nothing was written.`);
}
