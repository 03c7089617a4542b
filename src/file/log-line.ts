import { isUtf8 } from 'node:buffer';
import {
  SESSION_FORMAT_VERSION,
  isRecord,
  type SessionEvent,
  type SessionHeader,
} from '../core/event.ts';
import { TodoError } from '../core/errors.ts';
import { isSessionId } from '../core/session-id.ts';

/**
 * What a line of a log holds. `unreadable` is no JSON text as a whole, as a torn write leaves it; `alien` is JSON, but
 * no event.
 */
export type LogLine =
  | { readonly kind: 'event'; readonly event: SessionEvent }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'alien' };

export function parseLine(bytes: Buffer | null): LogLine {
  const value = parseJson(bytes);
  if (value === undefined) return { kind: 'unreadable' };
  if (!isRecord(value) || !isSeq(value['seq'])) return { kind: 'alien' };
  // Every other field is for the checker to judge: a store gives back what is there.
  return { kind: 'event', event: value as unknown as SessionEvent };
}

/** The seq of an event that our writer wrote, without reading all of it. */
export function quickSeq(bytes: Buffer): number | undefined {
  const start = bytes.toString('latin1', 0, 28);
  const digits = /^\{"seq":(\d{1,16}),/.exec(start)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** A folder that was moved or copied, or two ids with one digest. */
export const FOREIGN_HEADER = 'its header names another session';

/** The header of a session, or in words what is wrong with it. Throws for one that a newer version wrote. */
export function parseHeader(bytes: Buffer | null, sessionId: string): SessionHeader | string {
  const value = parseJson(bytes);
  if (!isRecord(value) || value['type'] !== 'session') return 'its first line is no header';
  const { version, id, uid, createdAt } = value;
  if (!Number.isSafeInteger(version) || (version as number) < 1) return 'its header has no version';
  if ((version as number) > SESSION_FORMAT_VERSION) {
    throw new TodoError(
      'session_too_new',
      `Session ${JSON.stringify(sessionId)} was written by a newer version of ai-sdk-todo (format ${String(version)}, known is ${SESSION_FORMAT_VERSION}). Update the package to read it. Nothing was changed.`,
    );
  }
  if (id !== sessionId) return FOREIGN_HEADER;
  if (typeof uid !== 'string' || uid === '') return 'its header has no uid';
  if (typeof createdAt !== 'number') return 'its header has no createdAt';
  return value as unknown as SessionHeader; // every field that it promises was checked
}

/** What a list needs of a header, of whatever version; `null` where it is not there. */
export function parseListed(
  bytes: Buffer | null,
): { readonly id: string; readonly createdAt: number } | null {
  const value = parseJson(bytes);
  if (!isRecord(value) || value['type'] !== 'session') return null;
  const { id, createdAt } = value;
  return isSessionId(id) && typeof createdAt === 'number' ? { id, createdAt } : null;
}

function parseJson(bytes: Buffer | null): unknown {
  // A decoder would put a replacement character where a byte is wrong, and a changed text would pass for a good one.
  if (bytes === null || bytes.length === 0 || !isUtf8(bytes)) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

function isSeq(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
