import type { SessionRepair } from '../../file/repair-session.ts';
import { describeError, EXIT, UsageError } from '../errors.ts';
import type { Command, CommandContext } from '../command.ts';
import { json, name, plain } from '../output/safe-text.ts';
import { surveyLog, type Survey } from '../log/survey-log.ts';
import { createQuestions, type Questions } from '../output/questions.ts';
import { closeTarget, openTarget, type Target } from '../target/target.ts';
import { sessionsOf } from '../target/target-session.ts';

export const repair: Command = {
  name: 'repair',
  summary: 'take the damage out of the logs of a file store',
  usage: '<file store> [session…]',
  description: `Looks for damage in the sessions of a file store, all of them or those that are named, and says what it found. Then it
asks, and rewrites the damaged logs: every event that can be read keeps its bytes and its seq, an event of type
log/lost stands for each that cannot, and the log as it was is kept in a file beside it. Healthy logs are not touched.

Exit code: 0 there is no damage (any more), 1 there is, 2 it could not be done.`,
  options: {
    json: { type: 'boolean' },
    yes: { type: 'boolean', short: 'y' },
    'dry-run': { type: 'boolean', short: 'n' },
  },
  optionTexts: {
    json: 'print each damaged session as a line of JSON',
    yes: 'do not ask',
    'dry-run': 'only say what is damaged',
  },
  positionals: [1, Infinity],

  async run(context, args) {
    const [where = '', ...named] = args.positionals;
    const mode = args.flag('dry-run') ? 'look' : args.flag('yes') ? 'repair' : 'ask';
    const questions = createQuestions(context);
    const target = await openTarget(where, args);
    try {
      if (target.kind !== 'files') {
        throw new UsageError('repair works on the folder of a file store.');
      }
      return await repairAll(context, {
        target,
        named,
        mode,
        isJson: args.flag('json'),
        questions,
      });
    } finally {
      questions.close();
      await closeTarget(target);
    }
  },
};

interface RepairOptions {
  readonly target: Extract<Target, { kind: 'files' }>;
  readonly named: readonly string[];
  readonly mode: 'look' | 'ask' | 'repair';
  readonly isJson: boolean;
  readonly questions: Questions;
}

async function repairAll(context: CommandContext, options: RepairOptions): Promise<number> {
  const { out, err, signal } = context;
  const { target, named, mode, isJson, questions } = options;
  let damaged = 0;
  let repaired = 0;
  let code: number = EXIT.clean;
  let sessions = 0;
  for await (const { id } of sessionsOf(target, named, signal)) {
    if (id === undefined) continue; // a store knows the ids of its sessions
    sessions += 1;
    try {
      const survey = await surveyLog(target.pathOf(id), id, signal);
      if (survey.isSound) continue;
      damaged += 1;
      if (!isJson) printSurvey(context, id, survey);
      await out.flush();
      const isMeant =
        mode === 'repair' || (mode === 'ask' && (await questions.ask(`Repair ${name(id)}?`)));
      const result = isMeant ? await target.store.repair(id, { signal }) : undefined;
      if (result !== undefined) repaired += 1;
      if (isJson) out.line(json({ session: id, ...survey, repaired: result ?? null }));
      else if (result !== undefined) out.line(`  ${outcomeOf(result)}`);
    } catch (error) {
      if (signal.aborted) throw error;
      code = EXIT.failed;
      const failure = describeError(error);
      const told = isJson ? json({ session: id, error: failure }) : undefined;
      err.line(told ?? `${name(id)}: ${plain(failure.message)}`);
    }
    await out.flush();
  }
  if (!isJson) {
    out.line(`${sessions} looked at, ${damaged} damaged, ${repaired} repaired`);
  }
  if (code !== EXIT.clean) return code;
  return damaged > repaired ? EXIT.violations : EXIT.clean;
}

function outcomeOf({ version, lost, keptAs }: SessionRepair): string {
  if (keptAs === null) return 'somebody else has repaired it meanwhile';
  return `repaired: ${version} events, ${lost.length} lost; the log as it was is kept as ${plain(keptAs)}`;
}

function printSurvey({ out }: CommandContext, id: string, survey: Survey): void {
  out.line(`${name(id)} (${plain(survey.file)}) is damaged:`);
  for (const { line, byte, what } of survey.damage) {
    out.line(`  line ${line} (byte ${byte}): ${plain(what)}`);
  }
  if (survey.moreDamage > 0) out.line(`  and ${survey.moreDamage} more`);
  if (survey.missing === 1) out.line('  1 event is missing');
  if (survey.missing > 1) out.line(`  ${survey.missing} events are missing`);
}
