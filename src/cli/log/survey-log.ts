import { sessionNotFound } from '../../core/errors.ts';
import { examineLog, type LogDamage } from '../../file/examine-log.ts';
import { readAtOf } from '../../file/read-at.ts';
import { openIfThere } from '../../file/read-log.ts';
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
  const handle = await openIfThere(file).catch((error: unknown) => {
    throw asFileError(error, file);
  });
  if (handle === null) throw sessionNotFound(sessionId);
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
