import { isRecord, SESSION_FORMAT_VERSION } from '../../core/event.ts';

/** A value as the header of a log; `undefined` if it is none, however damaged one. */
export function asHeader(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(value) || value['type'] !== 'session') return undefined;
  // The oldest logs of the predecessor have no version; it never wrote a uid.
  const isOldest = value['version'] === undefined && value['uid'] === undefined;
  return isOldest && 'id' in value ? { version: 0, ...value } : value;
}

export function isTooNew({ version }: Readonly<Record<string, unknown>>): boolean {
  return typeof version === 'number' && version > SESSION_FORMAT_VERSION;
}
