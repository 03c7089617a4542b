import { renderPlan } from '../../terminal/render-plan.ts';
import { terminalStyle } from '../../terminal/terminal-style.ts';
import { EXIT } from '../cli-error.ts';
import type { Command, CommandContext } from '../command.ts';
import { readPlan, type PlanFound } from '../read-plan.ts';
import { json, name, plain } from '../safe-text.ts';
import { closeTarget, openTarget } from '../target.ts';
import { theSession } from '../target-session.ts';

export const show: Command = {
  name: 'show',
  summary: 'print the standing plan of a session',
  usage: '<store-url|file> [session]',
  description: `Prints the plan that a session's log gives: the last list that was written in its last turn. The session can be left
out where there is only one. Of a damaged log it shows what can still be read, and says so.`,
  options: { json: { type: 'boolean' }, at: { type: 'string' } },
  optionTexts: {
    json: 'print one JSON document: the plan, with the id of its session',
    at: 'the plan as it stood after the event with this seq',
  },
  positionals: [1, 2],

  async run(context, args) {
    const { out, signal, stdout } = context;
    const [where = '', named] = args.positionals;
    const atSeq = args.number('at', 0);
    const target = await openTarget(where, args);
    try {
      const found = await readPlan(await theSession(target, named, signal), { atSeq, signal });
      warnOfDamage(context, found);
      if (args.flag('json')) {
        const { id, file, plan, damage } = found;
        out.line(
          json({ session: id ?? null, ...(file && { file }), ...plan, ...(damage && { damage }) }),
        );
        return EXIT.clean;
      }
      const style = terminalStyle(stdout, args.style);
      out.line(titleOf(found));
      // What is piped is read in many windows: nothing is cut.
      const columns = style.columns ?? Infinity;
      const drawn = renderPlan(found.plan, {
        color: style.color,
        ascii: style.ascii,
        columns,
        header: true,
      });
      out.line(drawn === '' ? 'No plan in this turn.' : drawn);
      return EXIT.clean;
    } finally {
      await closeTarget(target);
    }
  },
};

/** Which session it is, and as of when. */
export function titleOf({ id, file, plan }: PlanFound): string {
  const { turn, asOfSeq } = plan;
  const session = id === undefined ? plain(file ?? 'session') : name(id);
  const run =
    turn === null ? 'no turn yet' : `turn ${turn.number}, ${turn.open ? 'open' : 'ended'}`;
  return `Session ${session}: ${run}, ${asOfSeq < 0 ? 'no events' : `as of event ${asOfSeq}`}`;
}

export function warnOfDamage({ err }: CommandContext, { file, damage }: PlanFound): void {
  if (damage === undefined) return;
  const { first, count } = damage;
  const more = count > 1 ? `, and ${count - 1} more` : '';
  err.line(
    `${plain(file ?? '')}:${first.line} (byte ${first.byte}): ${first.what}${more}. What can be read is shown; check says more.`,
  );
}
