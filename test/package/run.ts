import { execFile } from 'node:child_process';
import { delimiter, join, dirname } from 'node:path';
import { root } from './project.ts';

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in the folder of the package, with its tools and this very Node first on the PATH. */
export function run(
  command: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const path = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env['PATH']];
  const env = {
    ...process.env,
    PATH: path.join(delimiter),
    NO_COLOR: '1',
    FORCE_COLOR: '0',
    ...settings,
  };
  return new Promise((resolve) => {
    execFile(command, args, { cwd: root, env, maxBuffer: 64e6 }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1;
      resolve({ code, stdout, stderr: code === -1 ? `${error?.message}\n${stderr}` : stderr });
    });
  });
}
