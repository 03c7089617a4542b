import { parseArguments, type Command, type CommandContext } from './command.ts';
import { check } from './commands/check.ts';
import { exportSessions } from './commands/export.ts';
import { list } from './commands/list.ts';
import { repair } from './commands/repair.ts';
import { show } from './commands/show.ts';
import { watch } from './commands/watch.ts';
import { describeError, EXIT, UsageError } from './errors.ts';
import { helpOf, helpOfCommand } from './help.ts';
import { json, plain } from './output/safe-text.ts';

const COMMANDS: readonly Command[] = [check, show, watch, list, exportSessions, repair];

/** Runs what the arguments ask for, and answers the exit code. Never throws. */
export async function run(
  argv: readonly string[],
  context: CommandContext & { readonly version: string },
): Promise<number> {
  const { out, err, version } = context;
  const [word, ...rest] = argv;
  try {
    if (word === undefined || word === 'help' || word === '--help' || word === '-h') {
      out.line(helpOf(COMMANDS));
      return word === undefined ? EXIT.failed : EXIT.clean;
    }
    if (word === '--version' || word === '-v') {
      out.line(version);
      return EXIT.clean;
    }
    const command = COMMANDS.find(({ name }) => name === word);
    if (command === undefined) throw new UsageError(`There is no command ${JSON.stringify(word)}.`);
    return await runCommand(command, rest, context);
  } catch (error) {
    tellFailure(error, rest, context);
    return EXIT.failed;
  } finally {
    await out.flush();
    await err.flush();
  }
}

async function runCommand(
  command: Command,
  argv: readonly string[],
  context: CommandContext,
): Promise<number> {
  const args = parseArguments(command, argv);
  if (args.flag('help')) {
    context.out.line(helpOfCommand(command));
    return EXIT.clean;
  }
  return await command.run(context, args);
}

/** On the standard error, since the document on the standard output may have begun: a sentence, or JSON for machines. */
function tellFailure(
  error: unknown,
  argv: readonly string[],
  { err, signal }: CommandContext,
): void {
  const failure = signal.aborted
    ? { code: 'interrupted', message: 'interrupted' }
    : describeError(error);
  if (argv.includes('--json')) {
    err.line(json({ error: failure }));
    return;
  }
  err.line(`ai-sdk-todo: ${plain(failure.message)}`);
  if (error instanceof UsageError) err.line('Try: ai-sdk-todo --help');
}
