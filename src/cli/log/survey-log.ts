import { open } from 'node:fs/promises';
import { sessionNotFound } from '../../core/errors.ts';
import { examineLog, type LogDamage } from '../../file/examine-log.ts';
import { isErrno } from '../../file/io-error.ts';
import { readAtOf } from '../../file/read-at.ts';
import { asFileError } from '../errors.ts';

/** What is wrong with the log of a session. */
export interface Survey {
  readonly file: string;
  readonly isSound: boolean;
  /** The first places. */
  readonly damage: readonly LogDamage[];
  readonly moreDamage: number;
  /** How many events are gone. */
  readonly missing: number;
}

const MAX_DAMAGE = 20;

/** Looks for damage by the rules of the file store, in memory that does not grow with the log. Changes nothing. */
export async function surveyLog(
  file: string,
  sessionId: string,
  signal: AbortSignal,
): Promise<Survey> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw asFileError(error, file);
    throw sessionNotFound(sessionId);
  });
  try {
    const { size } = await handle.stat();
    const damage: LogDamage[] = [];
    let moreDamage = 0;
    let missing = 0;
    for await (const found of examineLog(readAtOf(handle), { size, sessionId, signal })) {
      if (found.kind === 'missing') missing += found.toSeq - found.fromSeq + 1;
      if (found.kind !== 'damage') continue;
      if (damage.length < MAX_DAMAGE) damage.push(found.damage);
      else moreDamage += 1;
    }
    const isSound = damage.length === 0 && missing === 0;
    return { file, isSound, damage, moreDamage, missing };
  } finally {
    await handle.close();
  }
}
