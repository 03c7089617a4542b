import { planAt, type Plan } from '../../core/plan.ts';
import { readHead } from '../../store/read-head.ts';
import { describeError, EXIT, type Failure } from '../errors.ts';
import type { Command } from '../command.ts';
import { peekHeader } from '../log/peek-header.ts';
import { readPlan } from '../plan/read-plan.ts';
import { json, name, plain } from '../output/safe-text.ts';
import { allSessions } from '../target/session-ids.ts';
import { closeTarget, openTarget, type Target } from '../target/target.ts';

/** A session as the list has it. */
interface Listed {
  readonly id: string | undefined;
  readonly createdAt: number | undefined;
  readonly file?: string | undefined;
  readonly parentSession?: string | undefined;
  /** Why its log could not be read. */
  readonly failure?: unknown;
}

const JSON_START = '{"sessions":[';

export const list: Command = {
  name: 'list',
  summary: 'list the sessions of a store',
  usage: '<store-url|file>',
  description: `Lists the sessions of a store, or the logs of a folder, in no promised order: when each was created, and its id. Reads no
whole log of a store, but with --long the end of each.

Exit code: 0 all is listed, 2 something could not be read.`,
  options: { json: { type: 'boolean' }, long: { type: 'boolean', short: 'l' } },
  optionTexts: {
    json: 'print one JSON document',
    long: 'say also how many events there are, and how far the plan is',
  },
  positionals: [1, 1],

  async run(context, args) {
    const { out, err, signal } = context;
    const [where = ''] = args.positionals;
    const isJson = args.flag('json');
    const target = await openTarget(where, args);
    let count = 0;
    let code: number = EXIT.clean;
    try {
      for await (const session of listed(target, signal)) {
        let plan: Plan | undefined;
        let failure: Failure | undefined;
        try {
          if (session.failure !== undefined) throw session.failure;
          if (args.flag('long')) plan = await planOf(target, session, signal);
        } catch (error) {
          if (signal.aborted) throw error;
          code = EXIT.failed;
          failure = describeError(error);
          if (!isJson) err.line(`${labelOf(session)}: ${plain(failure.message)}`);
        }
        const before = count === 0 ? JSON_START : ',';
        if (isJson) out.write(`${before}\n${jsonOf(session, plan, failure)}`);
        else out.line(rowOf(session, plan));
        count += 1;
        await out.flush();
      }
      if (isJson) out.line(`${count === 0 ? JSON_START : ''}\n]}`);
      return code;
    } finally {
      await closeTarget(target);
    }
  },
};

async function* listed(target: Target, signal: AbortSignal): AsyncGenerator<Listed, void> {
  if (target.kind !== 'logs') return yield* allSessions(target.store, signal);
  for (const file of target.paths) yield await listedLog(file);
}

async function listedLog(file: string): Promise<Listed> {
  try {
    const found = await peekHeader(file);
    const parent = found?.header['parentSession'];
    const parentSession = typeof parent === 'string' ? parent : undefined;
    return { id: found?.id, createdAt: found?.createdAt, file, parentSession };
  } catch (failure) {
    return { id: undefined, createdAt: undefined, file, failure };
  }
}

async function planOf(target: Target, { id, file }: Listed, signal: AbortSignal): Promise<Plan> {
  if (target.kind === 'logs') {
    return (await readPlan({ kind: 'log', path: file ?? '', id }, { signal })).plan;
  }
  const { state, version } = await readHead(target.store, id ?? '', { signal });
  return planAt(state, version - 1);
}

function labelOf({ id, file }: Listed): string {
  return id === undefined ? plain(file ?? 'session') : name(id);
}

function rowOf({ id, createdAt, file }: Listed, plan: Plan | undefined): string {
  const created = dateOf(createdAt) ?? '(no date)               ';
  const parts = [created, id === undefined ? '(no header)' : name(id)];
  if (file !== undefined) parts.push(plain(file));
  if (plan !== undefined) parts.push(progressOf(plan));
  return parts.join('  ');
}

function progressOf({ todos, counts, turn, asOfSeq }: Plan): string {
  const events = `${asOfSeq + 1} events`;
  const run = turn === null ? 'no turn' : `turn ${turn.number} ${turn.open ? 'open' : 'ended'}`;
  const done = todos === null ? 'no plan' : `${counts.completed} of ${todos.length} done`;
  return [events, run, done].join(', ');
}

function jsonOf(
  { id, createdAt, file, parentSession }: Listed,
  plan: Plan | undefined,
  error: Failure | undefined,
): string {
  const found = { id: id ?? null, createdAt: createdAt ?? null, file, parentSession, error };
  return json(
    plan === undefined
      ? found
      : { ...found, events: plan.asOfSeq + 1, turn: plan.turn, counts: plan.counts },
  );
}

/** `undefined` for what is no date that can be written. */
function dateOf(time: number | undefined): string | undefined {
  const date = new Date(time ?? NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
