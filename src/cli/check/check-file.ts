import { sessionNotFound } from '../../core/errors.ts';
import { isRecord } from '../../core/event.ts';
import { openIfThere } from '../../file/read-log.ts';
import { asFileError } from '../errors.ts';
import { LogCheck } from './log-check.ts';
import { scanLog } from '../log/scan-log.ts';
import type { CheckStep } from './check-all.ts';

export interface CheckFileOptions {
  readonly step: CheckStep;
  /** The session that the file must hold. */
  readonly sessionId?: string | undefined;
  readonly mayBeTorn: boolean;
}

/** Checks one log. */
export async function checkFile(path: string, options: CheckFileOptions): Promise<void> {
  const { step, sessionId, mayBeTorn } = options;
  const { report, signal, maxLineBytes, tick } = step;
  report.name({ id: sessionId, file: path, format: 'ai-sdk-todo' });
  if (sessionId !== undefined) await assertThere(path, sessionId);
  const check = new LogCheck({
    path,
    sessionId,
    mayBeTorn,
    maxLineBytes,
    onHeader(header, isPredecessor) {
      const found = isRecord(header) && typeof header['id'] === 'string' ? header['id'] : undefined;
      const format = isPredecessor ? 'deepseek-harness' : 'ai-sdk-todo';
      report.begin({ id: sessionId ?? found, file: path, format });
    },
    onViolation: (violation) => report.violation(violation),
  });
  await scanLog({
    path,
    maxLineBytes,
    signal,
    onLine: (line) => check.take(line),
    onBlock: (source) => tick(source.done()),
  });
  const { events, notes, torn, tooLong } = check.finish();
  const failure =
    tooLong === undefined
      ? undefined
      : {
          code: 'line_too_long',
          message: `${tooLong.count === 1 ? 'a line is' : `${tooLong.count} lines are`} longer than ${maxLineBytes / 1024 / 1024} MB and not looked at, the first at line ${tooLong.place.line} (byte ${tooLong.place.byte}). Allow more with --max-line.`,
        };
  report.finish({ events, notes, torn: mayBeTorn ? torn : undefined, failure });
}

async function assertThere(path: string, sessionId: string): Promise<void> {
  // A pipe is a log like any other where it is named by itself; in a store nobody would ever write to it.
  const file = await openIfThere(path).catch((error: unknown) => {
    throw asFileError(error, path);
  });
  if (file === null) throw sessionNotFound(sessionId);
  await file.close();
}
