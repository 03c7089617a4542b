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
    assertJson(event, path, undefined);
    const { seq, type, time, data, id } = event;
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
    return lineOf(event, firstSeq + i, i < events.length - 1);
  });
  return { lines, ids };
}

/** The fields that have their own place in a line; every other one stands between, in the order of the event. */
const PLACED = new Set(['seq', 'time', 'type', 'id', 'more', 'data']);

/** One event as JSON. Field by field: a copy of the event, only to be turned to text, costs more than the text. */
function lineOf(event: NewSessionEvent, seq: number, more: boolean): string {
  const { time, type, id, data } = event;
  let line = `{"seq":${seq},"time":${time},"type":${JSON.stringify(type)}`;
  if (id !== undefined) line += `,"id":${JSON.stringify(id)}`;
  for (const name of Object.keys(event)) {
    if (!PLACED.has(name)) line += `,${JSON.stringify(name)}:${textOf(event[name], name)}`;
  }
  if (more) line += ',"more":true';
  return `${line},"data":${textOf(data, 'data')}}`;
}

/** An accessor may answer something else than it did when it was checked; what is no JSON must not become part of a line. */
function textOf(value: unknown, name: string): string {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw invalid(name, 'its value changes while it is read');
  return text;
}

/** Reads one stored line back; every call makes a new object, so callers cannot reach what is stored (S7). */
export function decodeEvent(line: string): SessionEvent {
  return JSON.parse(line) as SessionEvent; // the store wrote this line itself, through encodeEvents
}

/** An object on the way from an event to a value. Kept as a chain, since the way is told in text only where it fails. */
interface Level {
  readonly object: object;
  /** Its place in the level above; of an event, its path. */
  readonly key: string | number;
  readonly above: Level | undefined;
  readonly depth: number;
}

function assertJson(value: unknown, key: string | number, above: Level | undefined): void {
  switch (typeof value) {
    case 'boolean':
      return;
    case 'string':
      if (!isWellFormed(value))
        throw invalid(pathOf(key, above), `lone surrogate in ${quote(value)}`);
      return;
    case 'number':
      if (!Number.isFinite(value) || Object.is(value, -0))
        throw invalid(pathOf(key, above), `${value} is no JSON`);
      return;
    case 'object':
      if (value !== null) assertJsonObject(value, key, above);
      return;
    default:
      throw invalid(pathOf(key, above), `${typeof value} is no JSON`);
  }
}

function assertJsonObject(value: object, key: string | number, above: Level | undefined): void {
  const refuse = (what: string) => invalid(pathOf(key, above), what);
  for (let level = above; level !== undefined; level = level.above) {
    if (level.object === value) throw refuse('a circular reference is no JSON');
  }
  const depth = above === undefined ? 0 : above.depth + 1;
  if (depth === MAX_DEPTH) throw refuse(`more than ${MAX_DEPTH} levels are nested`);
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    throw refuse('an object with toJSON would be stored as something else');
  }
  if (Object.getOwnPropertySymbols(value).length > 0) throw refuse('symbol keys are no JSON');
  const here: Level = { object: value, key, above, depth };
  const keys = Object.keys(value);
  if (Array.isArray(value)) {
    // By index, so that a hole counts as the `undefined` that it reads as.
    for (let i = 0; i < value.length; i += 1) assertJson(value[i], i, here);
    if (keys.length > value.length) throw refuse('a list with named properties is no JSON');
    return;
  }
  const prototype: object | null = Object.getPrototypeOf(value);
  // The last prototype of a chain is that of plain objects, in this realm and in any other.
  if (prototype !== null && !Object.hasOwn(prototype, 'isPrototypeOf')) {
    throw refuse('only plain objects and lists are JSON');
  }
  const fields = value as Readonly<Record<string, unknown>>; // no list: its keys are names
  for (const name of keys) {
    if (!isWellFormed(name)) throw refuse('a key has a lone surrogate');
    assertJson(fields[name], name, here);
  }
}

function pathOf(key: string | number, above: Level | undefined): string {
  if (above === undefined) return String(key);
  let path = step(key);
  let level = above;
  for (; level.above !== undefined; level = level.above) path = step(level.key) + path;
  return level.key + path;
}

function step(key: string | number): string {
  return typeof key === 'number' ? `[${key}]` : `.${key}`;
}

function invalid(path: string, what: string): TodoError {
  const place = path.length > 200 ? `${path.slice(0, 200)}…` : path;
  return new TodoError('invalid_event', `Cannot store ${place}: ${what}. Nothing was written.`);
}
