import { renderPlan } from '../../terminal/render-plan.ts';
import { terminalStyle } from '../../terminal/terminal-style.ts';
import { EXIT } from '../errors.ts';
import type { Command } from '../command.ts';
import { planTitle, warnOfDamage } from '../plan/plan-title.ts';
import { readPlan } from '../plan/read-plan.ts';
import { json } from '../output/safe-text.ts';
import { closeTarget, openTarget } from '../target/target.ts';
import { theSession } from '../target/target-session.ts';

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
    const { out, err, signal, stdout } = context;
    const [where = '', named] = args.positionals;
    const atSeq = args.number('at', 0);
    const target = await openTarget(where, args);
    try {
      const found = await readPlan(await theSession(target, named, signal), { atSeq, signal });
      warnOfDamage(err, found);
      if (args.flag('json')) {
        const { id, file, plan, damage } = found;
        out.line(
          json({ session: id ?? null, ...(file && { file }), ...plan, ...(damage && { damage }) }),
        );
        return EXIT.clean;
      }
      const style = terminalStyle(stdout, args.style);
      out.line(planTitle(found));
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
