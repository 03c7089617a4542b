import { isRecord } from '../event.ts';

/** The rows into which the predecessor packs runs of small events, and the list in them with one entry an event. */
const PACKED_LISTS = new Map<unknown, string>([
  ['text-chunks', 'texts'],
  ['reasoning-chunks', 'texts'],
  ['tool-call-chunks', 'args'],
]);

/** Whether a row of this type stands for several events in a log of the predecessor. */
export function isPackedType(type: unknown): boolean {
  return PACKED_LISTS.has(type);
}

/** Version 0 of the header is that of the predecessor's raw logs. */
export function isPredecessorHeader(header: unknown): boolean {
  return isRecord(header) && header['version'] === 0;
}

/**
 * An event of the predecessor's raw logs with its `seq` and `time`, and the number of events that it stands for.
 *
 * A packed row names them `seq0` and `time0`, those of its first event.
 */
export function unpack(event: Readonly<Record<string, unknown>>): {
  readonly event: Readonly<Record<string, unknown>>;
  readonly count: number;
} {
  const list = PACKED_LISTS.get(event['type']);
  if (list === undefined) return { event, count: 1 };
  const { seq0, time0, ...rest } = event;
  const members = isRecord(rest['data']) ? rest['data'][list] : undefined;
  return {
    event: { seq: seq0, time: time0, ...rest },
    count: Array.isArray(members) ? members.length : 1,
  };
}
