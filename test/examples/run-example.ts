import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface ExampleRun {
  readonly code: number | null;
  /** Each line of standard output. */
  readonly lines: readonly string[];
  /** Standard output as a whole. */
  readonly text: string;
  readonly errors: string;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs an example the way its first line says, against the built package and the loopback server.
 *
 * @param path below `examples/`.
 * @param cwd the working folder; by default that of the package.
 */
export async function runExample(path: string, cwd = ROOT): Promise<ExampleRun> {
  const { DEEPSEEK_API_KEY: _key, ...env } = process.env;
  const child = spawn(process.execPath, [`${ROOT}examples/${path}`], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 15_000,
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (piece: string) => {
      output[name] += piece;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  const text = output.stdout;
  return { code, lines: text.trimEnd().split('\n'), text, errors: output.stderr };
}
