import { readPages } from '../../store/read-pages.ts';
import { TodoError } from '../../core/errors.ts';
import { EXIT, UsageError } from '../cli-error.ts';
import type { Command, CommandContext } from '../command.ts';
import { LogExport } from '../log/log-export.ts';
import { scanLog } from '../log/scan-log.ts';
import { planMarkdown } from '../plan-markdown.ts';
import { readPlan } from '../read-plan.ts';
import { escapeJson, json, plain } from '../safe-text.ts';
import { closeTarget, openTarget } from '../target.ts';
import { sessionsOf, type TargetSession } from '../target-session.ts';
import { warnOfDamage } from './show.ts';

export const exportSessions: Command = {
  name: 'export',
  summary: 'print sessions as JSON lines, or their plans as Markdown',
  usage: '<store-url|file> [session…]',
  description: `Prints each session, all of them or those that are named, as a log: a header, then one event a line. What a file holds
is printed as it is, but for characters that could act on a terminal, which are escaped. With --format markdown it
prints the plan of each session as a list of tasks. Lines that cannot be read are left out and named on the standard
error; the exit code is 1 then.`,
  options: {
    format: { type: 'string', short: 'f' },
    markdown: { type: 'boolean' },
  },
  optionTexts: {
    format: 'jsonl (the default) or markdown',
    markdown: 'the same as --format markdown',
  },
  positionals: [1, Infinity],

  async run(context, args) {
    const [where = '', ...named] = args.positionals;
    const format = args.flag('markdown') ? 'markdown' : (args.text('format') ?? 'jsonl');
    if (!['jsonl', 'json', 'markdown', 'md'].includes(format)) {
      throw new UsageError('--format is jsonl or markdown.');
    }
    const isMarkdown = format === 'markdown' || format === 'md';
    const target = await openTarget(where, args);
    let damaged = 0;
    let count = 0;
    try {
      for await (const session of sessionsOf(target, named, context.signal)) {
        if (isMarkdown && count > 0) context.out.line();
        damaged += await (isMarkdown ? exportPlan(session, context) : exportLog(session, context));
        count += 1;
        await context.out.flush();
      }
    } finally {
      await closeTarget(target);
    }
    return damaged > 0 ? EXIT.violations : EXIT.clean;
  },
};

/** Answers how many lines could not be read. */
async function exportPlan(session: TargetSession, context: CommandContext): Promise<number> {
  const found = await readPlan(session, { signal: context.signal });
  warnOfDamage(context, found);
  context.out.line(planMarkdown(found));
  return found.damage?.count ?? 0;
}

async function exportLog(session: TargetSession, context: CommandContext): Promise<number> {
  const { out, err, signal } = context;
  if (session.kind === 'store') {
    let isFirst = true;
    for await (const { header, events } of readPages(session.target.store, session.id, {
      signal,
    })) {
      if (isFirst) out.line(json(header));
      isFirst = false;
      for (const event of events) out.line(json(event));
      await out.flush();
    }
    if (isFirst) throw notFound(session.id);
    return 0;
  }
  const path = session.kind === 'log' ? session.path : session.target.pathOf(session.id);
  const log = new LogExport({
    path,
    onLine: (text) => out.line(escapeJson(text)),
    onDamage: ({ line, byte, what }) => err.line(`${plain(path)}:${line} (byte ${byte}): ${what}`),
  });
  await scanLog({ path, signal, onLine: (line) => log.take(line), onBlock: () => out.flush() });
  return log.finish();
}

function notFound(id: string): TodoError {
  return new TodoError(
    'session_not_found',
    `Session ${JSON.stringify(id)} does not exist in this store; check the id, or list the sessions.`,
  );
}
