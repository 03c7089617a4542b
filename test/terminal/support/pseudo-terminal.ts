import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import xterm from '@xterm/headless';
import { missing } from './missing.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export const noTerminal = missing('script', '--version', /util-linux/);

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface OpenOptions extends Size {
  readonly env?: NodeJS.ProcessEnv;
  /** The working folder. Default: that of the package. */
  readonly cwd?: string;
}

/** A program in a window: a real pseudo-terminal, and an emulator that shows what a person would see. */
export interface Window extends AsyncDisposable {
  /** The rows on the screen, without blanks at their ends. */
  screen(): string[];
  /** Everything, with what has moved out of the window. */
  all(): string[];
  cursor(): { readonly row: number; readonly column: number; readonly visible: boolean };
  /** What the program and the terminal driver sent, escape sequences and all. */
  bytes(): string;
  /** Types on the keyboard. */
  type(keys: string): void;
  resize(size: Size): Promise<void>;
  /** Sends a signal to the program. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Settles when everything has ended. */
  readonly ended: Promise<void>;
}

/**
 * Runs a Node program in a window. When it has ended, a prompt is printed, as a shell does, with how it ended:
 * `$0 `, or `$130 ` for one that was interrupted.
 */
export async function openWindow(
  args: readonly string[],
  { columns, rows, env = {}, cwd = ROOT }: OpenOptions,
): Promise<Window> {
  const folder = await mkdtemp(join(tmpdir(), 'window-'));
  const quoted = [process.execPath, ...args].map((arg) => `'${arg.replaceAll("'", `'\\''`)}'`);
  // The shell stays behind as a real one would; a handler that does nothing is not passed on to the program.
  const session = [
    'exec 2> /dev/null', // the shell says on its own how a program was killed
    `stty rows ${rows} cols ${columns}`,
    'trap : INT',
    `tty > ${folder}/tty`,
    `sh -c 'echo $$ > ${folder}/pid; exec "$@"' sh ${quoted.join(' ')} 2>&1`,
    `printf '$%d ' $?`,
  ].join('; ');
  const { CI: _ci, NO_COLOR: _no, FORCE_COLOR: _force, ...inherited } = process.env;
  const child = spawn('script', ['-qf', '-E', 'always', '-c', session, '/dev/null'], {
    cwd,
    env: {
      ...inherited,
      SHELL: '/bin/sh',
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      LC_ALL: 'C.UTF-8',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    scrollback: 1000,
    allowProposedApi: true,
  });
  let visible = true;
  for (const [final, value] of [
    ['h', true],
    ['l', false],
  ] as const) {
    terminal.parser.registerCsiHandler({ prefix: '?', final }, (params) => {
      if (params.includes(25)) visible = value;
      return false; // the emulator still does what it says
    });
  }
  let bytes = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    bytes += piece;
    terminal.write(piece);
  });
  terminal.onData((answer) => child.stdin.write(answer));
  child.stdin.on('error', () => {}); // it may have ended
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject).once('close', () => terminal.write('', resolve));
  });

  let isOver = false;
  const note = () => {
    isOver = true;
  };
  ended.then(note, note);
  const kill = async (signal: NodeJS.Signals) => {
    const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
    // 0, as an empty file would give, means this process and all its relatives.
    if (isOver || !(pid > 1)) throw new Error('there is no program to kill');
    process.kill(pid, signal);
  };
  const rowsFrom = (start: number, end: number) => {
    const { active } = terminal.buffer;
    const lines = Array.from({ length: end - start }, (_, i) => active.getLine(start + i));
    return lines.map((line) => line?.translateToString(true).trimEnd() ?? '');
  };
  const trimmed = (lines: string[]) =>
    lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
  return {
    screen() {
      const { baseY } = terminal.buffer.active;
      return trimmed(rowsFrom(baseY, baseY + terminal.rows));
    },
    all: () => trimmed(rowsFrom(0, terminal.buffer.active.length)),
    cursor() {
      const { cursorX: column, cursorY: row } = terminal.buffer.active;
      return { row, column, visible };
    },
    bytes: () => bytes,
    type: (keys) => void child.stdin.write(keys),
    async resize(size) {
      await new Promise<void>((resolve) => terminal.write('', resolve));
      terminal.resize(size.columns, size.rows);
      const device = (await readFile(join(folder, 'tty'), 'utf8')).trim();
      const setSize = ['-F', device, 'rows', String(size.rows), 'cols', String(size.columns)];
      const { status, stderr } = spawnSync('stty', setSize, { encoding: 'utf8' });
      if (status !== 0) throw new Error(`stty failed: ${stderr}`);
    },
    kill,
    ended,
    async [Symbol.asyncDispose]() {
      // With the program the shell ends, and with the shell the terminal.
      await kill('SIGKILL').catch(() => {});
      await ended.catch(() => {});
      terminal.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
