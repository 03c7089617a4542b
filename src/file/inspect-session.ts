import { readdir } from 'node:fs/promises';
import type { SessionEvent, SessionHeader } from '../core/event.ts';
import { projectTodos, type Plan } from '../core/plan.ts';
import { examineLog, type ExamineOptions, type LogDamage, type LogPlace } from './examine-log.ts';
import { BadLine } from './log-end.ts';
import { readHead } from './log-head.ts';
import { readAtOf } from './read-at.ts';
import { openIfThere } from './read-log.ts';
import type { ReadAt } from './scan-lines.ts';
import { isSetAsideName, type SessionPaths } from './session-paths.ts';

/** All that can still be read of a session, and all that cannot. */
export interface SessionInspection {
  /** `null` when the header itself is damaged. */
  readonly header: SessionHeader | null;
  /** The seq of the last event that can be read, plus one. */
  readonly version: number;
  /** The events that can be read, in order. Where some are missing, their `seq` leaves a gap. */
  readonly events: readonly SessionEvent[];
  /** The plan of these events: the last good write stands. */
  readonly plan: Plan;
  /** Every place before or between good events that holds something else. Empty for a healthy session. */
  readonly damage: readonly LogDamage[];
  /** The seq of every event that is gone. */
  readonly missing: readonly number[];
  /** The end of an append that never became whole: readers ignore it, and the next append cuts it off. No damage. */
  readonly torn: LogPlace | null;
  /** Files beside the log that hold what was cut off or repaired before. */
  readonly setAside: readonly string[];
}

/** Reads a session as far as it can be read, and changes nothing; `null` when there is none. */
export async function inspectSession(
  { directory, log }: SessionPaths,
  sessionId: string,
  signal?: AbortSignal,
): Promise<SessionInspection | null> {
  const file = await openIfThere(log);
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    const readAt = readAtOf(file);
    if (await isNeverCreated(readAt, { size, sessionId, signal })) return null;
    let header: SessionHeader | null = null;
    let torn: LogPlace | null = null;
    const events: SessionEvent[] = [];
    const damage: LogDamage[] = [];
    const missing: number[] = [];
    for await (const found of examineLog(readAt, { size, sessionId, signal })) {
      if (found.kind === 'header') header = found.header;
      else if (found.kind === 'event') events.push(found.event);
      else if (found.kind === 'damage') damage.push(found.damage);
      else if (found.kind === 'missing') missing.push(...seqsOf(found));
      else torn = found.place;
    }
    const version = (events.at(-1)?.seq ?? -1) + 1;
    const plan = projectTodos(events);
    const setAside = (await readdir(directory)).filter(isSetAsideName).toSorted();
    return { header, version, events, plan, damage, missing, torn, setAside };
  } finally {
    await file.close();
  }
}

/** Whether a file has not one complete record. */
export async function isNeverCreated(readAt: ReadAt, options: ExamineOptions): Promise<boolean> {
  try {
    return (await readHead(readAt, options)) === null;
  } catch (error) {
    if (error instanceof BadLine) return false;
    throw error;
  }
}

export function seqsOf({ fromSeq, toSeq }: { fromSeq: number; toSeq: number }): number[] {
  return Array.from({ length: toSeq - fromSeq + 1 }, (_, i) => fromSeq + i);
}
