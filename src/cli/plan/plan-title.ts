import type { Output } from '../output/output.ts';
import { name, plain } from '../output/safe-text.ts';
import type { PlanFound } from './read-plan.ts';

/** Which session it is, and as of when. */
export function planTitle({ id, file, plan }: PlanFound): string {
  const { turn, asOfSeq } = plan;
  const session = id === undefined ? plain(file ?? 'session') : name(id);
  const run =
    turn === null ? 'no turn yet' : `turn ${turn.number}, ${turn.open ? 'open' : 'ended'}`;
  return `Session ${session}: ${run}, ${asOfSeq < 0 ? 'no events' : `as of event ${asOfSeq}`}`;
}

/** Says that the plan is only what could be read, where that is so. */
export function warnOfDamage(err: Output, { file, damage }: PlanFound): void {
  if (damage === undefined) return;
  const { first, count } = damage;
  const more = count > 1 ? `, and ${count - 1} more` : '';
  err.line(
    `${plain(file ?? '')}:${first.line} (byte ${first.byte}): ${first.what}${more}. What can be read is shown; check says more.`,
  );
}
