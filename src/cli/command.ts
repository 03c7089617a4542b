import type { Readable } from 'node:stream';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { TerminalStream, TerminalStyleOptions } from '../terminal/terminal-style.ts';
import { UsageError } from './errors.ts';
import type { Output } from './output/output.ts';

/** What a command has of the world around it. */
export interface CommandContext {
  readonly out: Output;
  readonly err: Output;
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined };
  readonly stdout: TerminalStream;
  readonly stderr: TerminalStream;
  /** Aborts when the process is interrupted. */
  readonly signal: AbortSignal;
}

export type OptionsSpec = NonNullable<ParseArgsConfig['options']>;
type Value = string | boolean | undefined;

/** The arguments of a command, as it declared them. */
export interface Arguments {
  readonly positionals: readonly string[];
  text(name: string): string | undefined;
  flag(name: string): boolean;
  /** A whole number from `min` on. */
  number(name: string, min: number): number | undefined;
  /** The choices of style that win over the environment. */
  readonly style: TerminalStyleOptions;
}

/** One word of the command line. */
export interface Command {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** What stands behind the name: `<store> [session…]`. */
  readonly usage: string;
  /** What it does and answers, then its options, by name. */
  readonly description: string;
  readonly options: OptionsSpec;
  readonly optionTexts: Readonly<Record<string, string>>;
  /** How many positional arguments it takes. */
  readonly positionals: readonly [min: number, max: number];
  /** Runs it, and answers the exit code. */
  run(context: CommandContext, args: Arguments): Promise<number>;
}

/** What every command has. */
export const COMMON_OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  color: { type: 'boolean' },
  ascii: { type: 'boolean' },
  'key-prefix': { type: 'string' },
  timeout: { type: 'string' },
} as const satisfies OptionsSpec;

export const COMMON_TEXTS: Readonly<Record<string, string>> = {
  'key-prefix': 'what the names of all keys start with in Redis (ai-sdk-todo:)',
  timeout: 'milliseconds in which every operation of a store settles (10000)',
  color: 'colour, or --no-color; else as NO_COLOR, FORCE_COLOR and the terminal say',
  ascii: 'draw with ASCII characters only',
  help: 'show this text',
};

/** Reads the arguments of a command; throws a `UsageError` for those that it does not have. */
export function parseArguments(command: Command, argv: readonly string[]): Arguments {
  const options: OptionsSpec = { ...command.options, ...COMMON_OPTIONS };
  const { values, positionals } = parse(options, argv);
  const [min, max] = command.positionals;
  const valueOf = (name: string): Value => {
    const value = values[name];
    return Array.isArray(value) ? value[0] : value;
  };
  if (valueOf('help') !== true) {
    if (positionals.length < min) throw new UsageError(`${command.name} needs ${command.usage}.`);
    if (positionals.length > max) {
      throw new UsageError(`${command.name} does not take that many arguments.`);
    }
  }
  const text = (name: string) => {
    const value = valueOf(name);
    return typeof value === 'string' ? value : undefined;
  };
  const flag = (name: string) => valueOf(name) === true;
  const color = valueOf('color');
  return {
    positionals,
    text,
    flag,
    number(name, least) {
      const value = text(name);
      if (value === undefined) return undefined;
      const number = /^\d+$/.test(value) ? Number(value) : NaN;
      if (Number.isSafeInteger(number) && number >= least) return number;
      throw new UsageError(`--${name} takes a whole number from ${least} on.`);
    },
    style: {
      color: typeof color === 'boolean' ? color : undefined,
      ascii: flag('ascii') ? true : undefined,
    },
  };
}

function parse(options: OptionsSpec, argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options,
      allowPositionals: true,
      allowNegative: true,
      strict: true,
    });
  } catch (error) {
    // Its messages are written for users.
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
