import { compareVersion } from '../store/check-options.ts';
import type { EncodedEvents } from '../store/codec.ts';
import { newHeader } from '../store/new-header.ts';
import type { AppendOptions, AppendResult } from '../store/session-store.ts';
import type { SessionHeader } from '../core/event.ts';
import { asStoreError, NOTHING_WRITTEN } from './io-error.ts';
import type { Job } from './job.ts';
import { BadLine } from './log-end.ts';
import type { OpenSession, SessionEnds } from './open-session.ts';
import { readAtOf } from './read-at.ts';
import { damageAt, readRange } from './read-log.ts';

/** An append that waits, checked and turned to text when it was called. */
export interface AppendEntry {
  readonly job: Job<AppendResult>;
  readonly encoded: EncodedEvents;
  readonly options: AppendOptions;
}

/** What becomes of an append, before anything is written. */
export type Verdict = {
  /** The offset in the content of the batch behind its last byte; 0 where it has none. */
  readonly endsAt: number;
} & (
  | { readonly kind: 'append' | 'repeat'; readonly result: AppendResult }
  | { readonly kind: 'refusal'; readonly error: unknown }
);

export interface BatchPlan {
  readonly header: SessionHeader | null;
  readonly version: number;
  readonly lastId: string | undefined;
  readonly content: Buffer;
  readonly verdicts: readonly Verdict[];
}

/** Decides on appends that came together, in their order, as if each one found what the ones before it leave behind. */
export async function planBatch(
  session: OpenSession,
  ends: SessionEnds,
  { entries, sessionId }: { readonly entries: readonly AppendEntry[]; readonly sessionId: string },
): Promise<BatchPlan> {
  let { header, version, lastId } = ends;
  const pieces: Buffer[] = [];
  const newIds: (string | undefined)[] = [];
  const verdicts: Verdict[] = [];
  let endsAt = 0;
  for (const { encoded, options } of entries) {
    const { lines, ids } = encoded;
    const { expectedVersion, parentSession } = options;
    try {
      const canBeRepeat = expectedVersion < version && !ids.includes(undefined);
      const idsAtPlace = canBeRepeat
        ? [...(await storedIds(session, ends, [expectedVersion, ids.length])), ...newIds].slice(
            Math.max(0, expectedVersion - ends.version),
          )
        : [];
      const found = header === null ? null : { uid: header.uid, version, lastId, idsAtPlace };
      const kind = compareVersion(sessionId, options, found, ids);
      if (kind === 'append') {
        const isNew = header === null;
        header ??= newHeader(sessionId, parentSession);
        const all = isNew ? [JSON.stringify(header), ...lines, ''] : [...lines, ''];
        const piece = Buffer.from(all.join('\n'));
        pieces.push(piece);
        endsAt += piece.length;
        newIds.push(...ids);
        if (ids.length > 0) lastId = ids.at(-1);
        version += lines.length;
      }
      if (header === null) continue;
      const end = kind === 'append' ? version : expectedVersion + lines.length;
      verdicts.push({
        kind,
        result: { version: end, uid: header.uid },
        endsAt: kind === 'append' ? endsAt : 0,
      });
    } catch (error) {
      verdicts.push({
        kind: 'refusal',
        error: await refusal(session, sessionId, error),
        endsAt: 0,
      });
    }
  }
  const [only] = pieces;
  const content = pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
  return { header, version, lastId, content, verdicts };
}

/** The ids of stored events from one seq on, to recognise an append that was stored before. */
async function storedIds(
  { file }: OpenSession,
  { start, end, version }: SessionEnds,
  [fromSeq, limit]: readonly [number, number],
): Promise<(string | undefined)[]> {
  if (file === null || fromSeq >= version) return [];
  const signal = new AbortController().signal;
  const range = { fromSeq, limit, version, start, end, signal };
  return (await readRange(readAtOf(file), range)).map(({ id }) => id);
}

async function refusal({ file }: OpenSession, sessionId: string, error: unknown): Promise<unknown> {
  return error instanceof BadLine && file !== null
    ? await damageAt(readAtOf(file), sessionId, error)
    : asStoreError(error, NOTHING_WRITTEN);
}
