import { sessionNotFound } from '../../core/errors.ts';
import { readPages } from '../../store/read-pages.ts';
import type { Command, CommandContext } from '../command.ts';
import { describeError, EXIT, UsageError } from '../errors.ts';
import { LogExport } from '../log/log-export.ts';
import { scanLog } from '../log/scan-log.ts';
import { escapeJson, json, name, plain } from '../output/safe-text.ts';
import { planMarkdown } from '../plan/plan-markdown.ts';
import { warnOfDamage } from '../plan/plan-title.ts';
import { readPlan } from '../plan/read-plan.ts';
import { sessionsOf, type TargetSession } from '../target/target-session.ts';
import { closeTarget, openTarget } from '../target/target.ts';

export const exportSessions: Command = {
  name: 'export',
  summary: 'print sessions as JSON lines, or their plans as Markdown',
  usage: '<store-url|file> [session…]',
  description: `Prints each session, all of them or those that are named, as a log: a header, then one event a line. What a file holds
is printed as it is, but for characters that could act on a terminal, which are escaped. With --markdown it prints the
plan of each session as a list of tasks. Lines that cannot be read are left out and named on the standard error.

Exit code: 0 all was printed, 1 lines had to be left out, 2 a session could not be read.`,
  options: {
    format: { type: 'string', short: 'f' },
    json: { type: 'boolean' },
    markdown: { type: 'boolean' },
  },
  optionTexts: {
    format: 'jsonl (the default) or markdown',
    json: 'the same as --format jsonl, and errors as JSON too',
    markdown: 'the same as --format markdown',
  },
  positionals: [1, Infinity],

  async run(context, args) {
    const [where = '', ...named] = args.positionals;
    const isMarkdown = wantsMarkdown(args.text('format'), args.flag('markdown'), args.flag('json'));
    const { out, err, signal } = context;
    const target = await openTarget(where, args);
    let count = 0;
    let code: number = EXIT.clean;
    try {
      for await (const session of sessionsOf(target, named, signal)) {
        try {
          if (isMarkdown && count > 0) out.line();
          const damaged = await (isMarkdown ? exportPlan : exportLog)(session, context);
          if (damaged > 0) code = Math.max(code, EXIT.violations);
        } catch (error) {
          if (signal.aborted) throw error;
          code = EXIT.failed;
          err.line(`${nameOf(session)}: ${plain(describeError(error).message)}`);
        }
        count += 1;
        await out.flush();
      }
    } finally {
      await closeTarget(target);
    }
    return code;
  },
};

function wantsMarkdown(format: string | undefined, isMarkdown: boolean, isJson: boolean): boolean {
  const formats = new Set<string>();
  if (format !== undefined) formats.add(format === 'md' ? 'markdown' : format);
  if (isMarkdown) formats.add('markdown');
  if (isJson) formats.add('jsonl');
  const [only = 'jsonl', ...others] = formats;
  if (others.length > 0) throw new UsageError('export prints one format at a time.');
  if (only === 'markdown') return true;
  if (only === 'jsonl' || only === 'json') return false;
  throw new UsageError('--format is jsonl or markdown.');
}

function nameOf(session: TargetSession): string {
  return session.kind === 'log' ? plain(session.path) : name(session.id);
}

/** Answers how many lines could not be read. */
async function exportPlan(
  session: TargetSession,
  { out, err, signal }: CommandContext,
): Promise<number> {
  const found = await readPlan(session, { signal });
  warnOfDamage(err, found);
  out.line(planMarkdown(found));
  return found.damage?.count ?? 0;
}

async function exportLog(session: TargetSession, context: CommandContext): Promise<number> {
  const { out, err, signal } = context;
  if (session.kind === 'store') return await exportStored(session, context);
  const path = session.kind === 'log' ? session.path : session.target.pathOf(session.id);
  const log = new LogExport({
    path,
    onLine: (text) => out.line(escapeJson(text)),
    onDamage: ({ line, byte, what }) => err.line(`${plain(path)}:${line} (byte ${byte}): ${what}`),
  });
  await scanLog({ path, signal, onLine: (line) => log.take(line), onBlock: () => out.flush() });
  return log.finish();
}

async function exportStored(
  { target, id }: Extract<TargetSession, { kind: 'store' }>,
  { out, signal }: CommandContext,
): Promise<number> {
  let isFirst = true;
  for await (const { header, events } of readPages(target.store, id, { signal })) {
    if (isFirst) out.line(json(header));
    isFirst = false;
    for (const event of events) out.line(json(event));
    await out.flush();
  }
  if (isFirst) throw sessionNotFound(id);
  return 0;
}
