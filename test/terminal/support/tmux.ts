import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { missing } from './missing.ts';
import type { OpenOptions, Size, Window } from './pseudo-terminal.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export const noTmux = missing('tmux', '-V', /tmux/);

/** A program in a window of tmux: a terminal that many people work in, with a screen of its own. */
export interface TmuxWindow extends Pick<Window, 'all' | 'cursor' | 'type'>, AsyncDisposable {
  resize(size: Size): Promise<void>;
}

let count = 0;

/** Runs a Node program in a window of a tmux server of its own. A prompt is printed when it has ended. */
export async function openTmux(
  args: readonly string[],
  { columns, rows }: OpenOptions,
): Promise<TmuxWindow> {
  const server = `live-plan-${process.pid}-${(count += 1)}`;
  const tmux = (...command: string[]) => {
    const all = ['-L', server, '-f', '/dev/null', '-u', ...command];
    return execFileSync('tmux', all, { encoding: 'utf8', cwd: ROOT });
  };
  const quoted = [process.execPath, ...args].map((arg) => `'${arg}'`).join(' ');
  const session = `trap : INT; ${quoted}; printf '$%d ' $?; exec sleep 600`;
  const size = ['-x', String(columns), '-y', String(rows)];
  tmux('new-session', '-d', ...size, `exec sh -c "${session.replaceAll('$', '\\$')}"`);
  return {
    all() {
      const lines = tmux('capture-pane', '-p', '-S', '-')
        .split('\n')
        .map((row) => row.trimEnd());
      return lines.slice(0, lines.findLastIndex((row) => row !== '') + 1);
    },
    cursor() {
      const format = '#{cursor_y} #{cursor_x} #{cursor_flag}';
      const [row, column, visible] = tmux('display-message', '-p', format).split(' ').map(Number);
      return { row: row ?? -1, column: column ?? -1, visible: visible === 1 };
    },
    type: (keys) => void tmux('send-keys', keys),
    async resize(next) {
      tmux('resize-window', '-x', String(next.columns), '-y', String(next.rows));
    },
    async [Symbol.asyncDispose]() {
      tmux('kill-server');
    },
  };
}
