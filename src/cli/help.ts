import { COMMON_OPTIONS, COMMON_TEXTS, type Command, type OptionsSpec } from './command.ts';

/** What the whole command line can do. */
export function helpOf(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `Usage: ai-sdk-todo <command> <store-url|file> [options]

${rows.join('\n')}

A store is a folder of a file store (./plans or file:./plans), or redis://… or rediss://…; a file is a log.
What begins with a - and is no option stands behind --: ai-sdk-todo show ./plans -- -chat
Exit code: 0 all is well, 1 violations or damage were found, 2 it could not be done.

ai-sdk-todo <command> --help says more; ai-sdk-todo --version says which version this is.`;
}

/** What one command does and takes. */
export function helpOfCommand(command: Command): string {
  const { name, usage, description, optionTexts } = command;
  const options: OptionsSpec = { ...command.options, ...COMMON_OPTIONS };
  const texts: Readonly<Record<string, string>> = { ...optionTexts, ...COMMON_TEXTS };
  const labelOf = (option: string): string => {
    const { short, type } = options[option] ?? {};
    const value = type === 'string' ? ' <value>' : '';
    return `${short === undefined ? '    ' : `-${short}, `}--${option}${value}`;
  };
  const labels = Object.keys(texts).map((option) => [labelOf(option), texts[option]] as const);
  const width = Math.max(...labels.map(([label]) => label.length));
  const rows = labels.map(([label, text]) => `  ${label.padEnd(width)}  ${text}`);
  return `Usage: ai-sdk-todo ${name} ${usage} [options]

${description}

${rows.join('\n')}`;
}
