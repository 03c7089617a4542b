import { isRecord, SESSION_FORMAT_VERSION } from '../../core/event.ts';
import { CliError } from '../errors.ts';
import { name } from '../output/safe-text.ts';

/** A value as the header of a log; `undefined` if it is none, however damaged one. */
export function asHeader(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(value) || value['type'] !== 'session') return undefined;
  // The oldest logs of the predecessor have no version; it never wrote a uid.
  const isOldest = value['version'] === undefined && value['uid'] === undefined;
  return isOldest && 'id' in value ? { version: 0, ...value } : value;
}

/** Refuses a file in which the log of another session begins: to take it for more of the first would mix them up. */
export function assertSameLog(
  first: Readonly<Record<string, unknown>> | undefined,
  value: unknown,
  line: number,
): void {
  const other = asHeader(value);
  if (typeof other?.['id'] !== 'string' || typeof first?.['id'] !== 'string') return;
  if (other['id'] === first['id']) return;
  throw new CliError(
    `Line ${line} begins the log of another session, ${name(other['id'])}. A file holds the log of one session: export each into a file of its own.`,
    'several_logs',
  );
}

export function isTooNew({ version }: Readonly<Record<string, unknown>>): boolean {
  return typeof version === 'number' && version > SESSION_FORMAT_VERSION;
}
