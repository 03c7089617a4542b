import { isRecord, SESSION_FORMAT_VERSION, type SessionEvent } from '../core/event.ts';
import { randomId } from '../core/random-id.ts';
import type { EncodedEvents } from '../store/codec.ts';

/**
 * One element of a session's list: a line that says what it is, then one line of JSON.
 *
 * The header is `1:header:<uid>`, the event with seq 7 is `1:7:<uid>:<tag>`, where 1 is the version of the format.
 * So the last record alone tells the version and the uid, scripts compare without parsing JSON, and no client takes
 * a record for JSON and parses it on its own.
 */
export type StoredRecord =
  | { readonly kind: 'header'; readonly uid: string; readonly json: string }
  | { readonly kind: 'event'; readonly seq: number; readonly uid: string; readonly json: string }
  | { readonly kind: 'too-new'; readonly format: number }
  | { readonly kind: 'damaged' };

const RECORD = /^1:(?:(\d{1,15})|header):([0-9a-f]+)(?::[^\n]*)?\n/;
const FORMAT = /^(\d{1,15}):/;
const DAMAGED = Object.freeze({ kind: 'damaged' });

/** Reads a record's first line; the JSON stays text. */
export function readRecord(element: unknown): StoredRecord {
  if (typeof element !== 'string') return DAMAGED;
  const [start, seq, uid] = RECORD.exec(element) ?? [];
  if (start === undefined || uid === undefined) {
    const format = Number(FORMAT.exec(element)?.[1]);
    return format > SESSION_FORMAT_VERSION ? { kind: 'too-new', format } : DAMAGED;
  }
  const json = element.slice(start.length);
  return seq === undefined
    ? { kind: 'header', uid, json }
    : { kind: 'event', seq: Number(seq), uid, json };
}

/** Parses the event of a record; `undefined` when it is no event, or not the one that its first line says. */
export function eventOf(record: StoredRecord): SessionEvent | undefined {
  if (record.kind !== 'event') return undefined;
  const event = parse(record.json);
  // The cast: encodeEvents wrote this line, and what can be checked of it cheaply was checked.
  return isRecord(event) && event['seq'] === record.seq ? (event as SessionEvent) : undefined;
}

export function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/**
 * The part of each record that does not depend on the session's uid: the tag and the line.
 *
 * The tag is the event's id as JSON. An event without id gets a tag that is made for this append only, so that a
 * client which sends a command twice stores it once, while two appends of equal events stay two.
 */
export function recordBodies({ lines, ids }: EncodedEvents): readonly string[] {
  const ownTag = ids.includes(undefined) ? `-${randomId()}` : '';
  return lines.map((line, i) => {
    const id = ids[i];
    return `${id === undefined ? ownTag : tagOf(id)}\n${line}`;
  });
}

/** The tag of an event with this id. */
export function tagOf(id: string): string {
  return JSON.stringify(id);
}
