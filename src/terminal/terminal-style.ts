import { assertArgument, assertOptions } from '../core/argument.ts';
import { isRecord } from '../core/event.ts';

/** As much of an output stream as printing a plan takes; `process.stdout` and `process.stderr` are such streams. */
export interface TerminalStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  on?(event: 'resize', listener: () => void): unknown;
  off?(event: 'resize', listener: () => void): unknown;
}

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Choices that win over what the stream and the environment say. */
export interface TerminalStyleOptions {
  readonly color?: boolean | undefined;
  readonly ascii?: boolean | undefined;
  /** Columns and rows of the window. Default: what the stream says. */
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  /** Whether text that stands there can be drawn over. Default: on terminals, but for `TERM=dumb`. */
  readonly redraw?: boolean | undefined;
  /** Default: the environment of the process, where there is one. */
  readonly env?: Environment | undefined;
}

/** How to print on one stream. Can be passed to `renderPlan`. */
export interface TerminalStyle {
  readonly color: boolean;
  readonly ascii: boolean;
  /** `undefined` where the stream does not say. */
  readonly columns: number | undefined;
  readonly rows: number | undefined;
  readonly redraw: boolean;
}

/**
 * Decides for one stream how to print on it: standard output may be a terminal while standard error is a file.
 *
 * - Colour: never with a `NO_COLOR` that is not empty; else as `FORCE_COLOR` says (`0` and `false` are no); else on
 *   terminals, but for `TERM=dumb`.
 * - ASCII: where the stream is no terminal, on dumb terminals and the Linux console, and in a locale that is not UTF-8.
 *
 * An option wins over all of it.
 *
 * @example
 * console.error(renderPlan(plan, terminalStyle(process.stderr)));
 */
export function terminalStyle(
  stream: Pick<TerminalStream, 'isTTY' | 'columns' | 'rows'>,
  options: TerminalStyleOptions = {},
): TerminalStyle {
  assertArgument(isRecord(stream), 'stream', 'a stream, such as process.stdout', stream);
  assertOptions(options);
  if (options.env !== undefined) assertOptions(options.env, 'env');
  const env = options.env ?? processEnvironment();
  const isTerminal = stream.isTTY === true;
  const isCapable = isTerminal && env['TERM'] !== 'dumb';
  return {
    color: options.color ?? wantsColor(env, isCapable),
    ascii: options.ascii ?? (!isCapable || env['TERM'] === 'linux' || !isUnicodeLocale(env)),
    columns: options.columns ?? stream.columns,
    rows: options.rows ?? stream.rows,
    redraw: options.redraw ?? isCapable,
  };
}

function wantsColor(env: Environment, otherwise: boolean): boolean {
  if (env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  return forced ? forced !== '0' && forced !== 'false' : otherwise;
}

/** Most systems that name no locale, such as containers, still talk to a terminal that reads UTF-8. */
function isUnicodeLocale(env: Environment): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  if (locale === 'C' || locale === 'POSIX') return false;
  const [, charset] = locale.split('.');
  return charset === undefined || /^utf-?8/i.test(charset);
}

function processEnvironment(): Environment {
  // Browsers and some edges have no `process`, whatever its type says.
  const host: { readonly env?: Environment } | undefined = globalThis.process;
  return host?.env ?? {};
}
