import { leavable, watchPlan } from '../../kit/watch-plan.ts';
import type { Plan } from '../../core/plan.ts';
import { livePlan } from '../../terminal/live-plan.ts';
import { EXIT } from '../errors.ts';
import type { Command } from '../command.ts';
import { watchLog } from '../plan/watch-log.ts';
import { json } from '../output/safe-text.ts';
import { closeTarget, openTarget } from '../target/target.ts';
import { theSession, type TargetSession } from '../target/target-session.ts';

export const watch: Command = {
  name: 'watch',
  summary: 'follow the plan of a session while it changes',
  usage: '<store-url|file> [session]',
  description: `Shows the plan of a session and each change of it, until it is interrupted (Ctrl-C), which is no failure. A session that
is named and does not exist yet is waited for. On a terminal the plan is redrawn in place; elsewhere each change is
printed as lines.`,
  options: { json: { type: 'boolean' } },
  optionTexts: { json: 'print each plan as a line of JSON' },
  positionals: [1, 2],

  async run(context, args) {
    const { out, signal, stdout } = context;
    const [where = '', named] = args.positionals;
    const target = await openTarget(where, args);
    try {
      const session: TargetSession =
        target.kind === 'store' && named !== undefined
          ? { kind: 'store', target, id: named }
          : await theSession(target, named, signal);
      const plans = plansOf(session, signal);
      if (args.flag('json')) {
        for await (const plan of plans) {
          out.line(json({ session: session.id ?? null, ...plan }));
          await out.flush();
        }
        return EXIT.clean;
      }
      const live = livePlan(stdout, args.style);
      try {
        await live.follow(plans);
      } finally {
        live.stop();
      }
      return EXIT.clean;
    } catch (error) {
      if (signal.aborted) return EXIT.clean;
      throw error;
    } finally {
      await closeTarget(target);
    }
  },
};

function plansOf(session: TargetSession, signal: AbortSignal): AsyncIterable<Plan> {
  if (session.kind === 'log') return watchLog(session.path, session.id, signal);
  const { target, id } = session;
  return leavable((leaving) => watchPlan(target.store, id, {}, leaving), signal);
}
