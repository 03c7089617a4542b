import { stat } from 'node:fs/promises';
import { describeError } from '../errors.ts';
import type { CommandContext } from '../command.ts';
import { createProgress, type Progress } from '../output/progress.ts';
import { sessionFolders } from '../target/session-folders.ts';
import { sessionsOf, type TargetSession } from '../target/target-session.ts';
import type { Target } from '../target/target.ts';
import { checkFile } from './check-file.ts';
import { checkStored } from './check-stored.ts';
import { createOwnReport, type OwnReport } from '../report/own-report.ts';
import type { Report } from '../report/report.ts';

export interface CheckAllOptions {
  readonly context: CommandContext;
  readonly report: Report;
  /** The sessions to check. None: all. */
  readonly named: readonly string[];
  readonly maxLineBytes: number;
}

/** What one piece of the work needs. */
export interface CheckStep {
  readonly report: OwnReport;
  readonly signal: AbortSignal;
  readonly maxLineBytes: number;
  /** Says how much of this piece is done, and waits until what was printed has been taken. */
  tick(done: number): Promise<void>;
}

/** Checks every session of a target; what cannot be checked goes into the report. */
export async function checkAll(target: Target, options: CheckAllOptions): Promise<void> {
  const { context, report, named, maxLineBytes } = options;
  const { signal } = context;
  let doneBefore = 0;
  let total = 0;
  const progress = createProgress({
    stream: context.stderr,
    unit: target.kind === 'store' ? 'events' : 'bytes',
    total: () => total || undefined,
  });
  const run = async (size: number, work: (step: CheckStep) => Promise<void>) => {
    total += size;
    let done = 0;
    const tick = async (now: number) => {
      done = now;
      progress.update(doneBefore + done);
      await flush(context, progress);
    };
    const own = createOwnReport(report);
    try {
      await work({ report: own, signal, maxLineBytes, tick });
    } catch (error) {
      if (signal.aborted) throw error;
      own.fail(describeError(error));
    }
    doneBefore += Math.max(done, size);
    await flush(context, progress);
  };

  const sessions =
    named.length > 0 ? sessionsOf(target, named, signal) : everySession(target, signal);
  for await (const session of sessions) {
    if (session.kind === 'store') {
      await run(0, (step) => checkStored(session.target.store, session.id, step));
      continue;
    }
    const isLog = session.kind === 'log';
    const path = isLog ? session.path : session.target.pathOf(session.id);
    const sessionId = isLog ? undefined : session.id;
    const size = await sizeOf(path);
    await run(size, (step) => checkFile(path, { step, sessionId, mayBeTorn: !isLog }));
  }
  progress.clear();
}

/** Whatever is there: nothing is passed over because it is too bad to be listed. */
function everySession(
  target: Target,
  signal: AbortSignal,
): AsyncIterable<TargetSession> | readonly TargetSession[] {
  if (target.kind === 'files') return sessionFolders(target);
  // The names of logs are looked for in their headers; without names nothing needs to be read twice.
  if (target.kind === 'logs') {
    return target.paths.map((path) => ({ kind: 'log', path, id: undefined }));
  }
  return sessionsOf(target, [], signal);
}

/** Before something is printed the bar is taken away. */
async function flush({ out }: CommandContext, progress: Progress): Promise<void> {
  if (out.hasPending()) progress.clear();
  await out.flush();
}

async function sizeOf(path: string): Promise<number> {
  const stats = await stat(path).catch(() => undefined); // told when it is read
  return stats?.size ?? 0;
}
