import { EXIT } from '../errors.ts';
import type { Command } from '../command.ts';
import { checkAll } from '../check/check-all.ts';
import { createHumanReport } from '../report/human-report.ts';
import { createJsonReport } from '../report/json-report.ts';
import { closeTarget, openTarget } from '../target/target.ts';
import { terminalStyle } from '../../terminal/terminal-style.ts';

export const check: Command = {
  name: 'check',
  summary: 'prove that stored sessions are well formed',
  usage: '<store-url|file> [session…]',
  description: `Reads the sessions of a store, all of them or those that are named, or a log, and reports every rule of the log
that is broken, with its place. Logs are our own (events.jsonl), those of DeepSeek Harness (session.jsonl), either of
them compressed with Zstandard, and folders of them. Changes nothing.

Exit code: 0 no rule is broken, 1 some are, 2 something could not be checked.`,
  options: {
    json: { type: 'boolean' },
    quiet: { type: 'boolean', short: 'q' },
    notes: { type: 'boolean' },
    'max-line': { type: 'string' },
  },
  optionTexts: {
    json: 'print one JSON document',
    quiet: 'say nothing of sessions without violations, and leave out the notes',
    notes: 'name every unknown type and field in logs of DeepSeek Harness too',
    'max-line': 'megabytes beyond which a line is not looked at (16)',
  },
  positionals: [1, Infinity],

  async run(context, args) {
    const [where = '', ...named] = args.positionals;
    const { out, err } = context;
    const maxLineBytes = (args.number('max-line', 1) ?? 16) * 1024 * 1024;
    const report = args.flag('json')
      ? createJsonReport(out)
      : createHumanReport(out, {
          quiet: args.flag('quiet'),
          notes: args.flag('notes'),
          color: terminalStyle(context.stdout, args.style).color,
        });
    const target = await openTarget(where, args);
    try {
      await checkAll(target, { context, report, named, maxLineBytes });
    } finally {
      await closeTarget(target);
    }
    const { violations, failures } = report.end();
    await out.flush();
    await err.flush();
    if (failures > 0) return EXIT.failed;
    return violations > 0 ? EXIT.violations : EXIT.clean;
  },
};
