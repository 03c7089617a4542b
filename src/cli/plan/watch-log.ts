import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plan } from '../../core/plan.ts';
import { asFileError } from '../errors.ts';
import { readPlan } from './read-plan.ts';

const POLL_MS = 300;

/** Yields the plan of a log, and each change of it that a look finds, until the signal aborts. */
export async function* watchLog(
  path: string,
  id: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<Plan, void> {
  let seen = '';
  let shown = '';
  while (!signal.aborted) {
    const state = await stateOf(path);
    if (state !== seen) {
      const { plan } = await readPlan({ kind: 'log', path, id }, { signal });
      const { todos, turn } = plan;
      const now = JSON.stringify({ todos, turn });
      if (now !== shown) yield plan;
      shown = now;
    }
    seen = state;
    await sleep(POLL_MS, undefined, { signal }).catch(() => {}); // aborted
  }
}

/** What changes with every append. */
async function stateOf(path: string): Promise<string> {
  try {
    const { size, mtimeMs, ino } = await stat(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch (error) {
    throw asFileError(error, path);
  }
}
