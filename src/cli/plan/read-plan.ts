import { planAt, type Plan } from '../../core/plan.ts';
import { hasCode, sessionNotFound } from '../../core/errors.ts';
import { readHead } from '../../store/read-head.ts';
import { NoLogError } from '../errors.ts';
import { LogPlan, type SkippedLine } from './log-plan.ts';
import { kindOfFile } from '../log/parse-line.ts';
import { scanLog } from '../log/scan-log.ts';
import type { TargetSession } from '../target/target-session.ts';

export interface PlanFound {
  readonly id: string | undefined;
  /** The path of the log, where there is one. */
  readonly file: string | undefined;
  readonly plan: Plan;
  /** Lines that could not be read, if any: the plan is that of the others. */
  readonly damage: { readonly first: SkippedLine; readonly count: number } | undefined;
}

export interface ReadPlanOptions {
  /** The seq of the last event to reflect. Default: the end. */
  readonly atSeq?: number | undefined;
  readonly signal: AbortSignal;
}

/** Reads the plan of a session: from the end of its log, and of a damaged one all that can be read. */
export async function readPlan(
  session: TargetSession,
  options: ReadPlanOptions,
): Promise<PlanFound> {
  const { atSeq, signal } = options;
  if (session.kind === 'log') return await readPlanOfLog(session.path, session.id, options);
  const { target, id } = session;
  const file = session.kind === 'files' ? session.target.pathOf(id) : undefined;
  try {
    const { uid, state, version } = await readHead(target.store, id, { atSeq, signal });
    if (uid === null) {
      throw sessionNotFound(id);
    }
    return { id, file, plan: planAt(state, version - 1), damage: undefined };
  } catch (error) {
    if (file === undefined || !hasCode(error, 'session_damaged')) throw error;
    return await readPlanOfLog(file, id, options);
  }
}

async function readPlanOfLog(
  path: string,
  id: string | undefined,
  { atSeq, signal }: ReadPlanOptions,
): Promise<PlanFound> {
  const log = new LogPlan(atSeq);
  let kind: string | undefined;
  let isFirst = true;
  await scanLog({
    path,
    signal,
    onLine(line) {
      if (isFirst)
        kind = line.bytes === null ? 'its first line is too long' : kindOfFile(line.bytes);
      isFirst = false;
      log.take(line);
    },
  });
  const { plan, header, first, count } = log;
  if (header === undefined && plan.asOfSeq < 0) {
    const why = isFirst ? 'it is empty' : (kind ?? 'its first line is no header');
    throw new NoLogError(path, why);
  }
  return { id, file: path, plan, damage: first && { first, count } };
}
