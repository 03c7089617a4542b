import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A script of this folder that runs in a process of its own. */
export interface ScriptProcess {
  readonly child: ChildProcess;
  /** Resolves with the first line that it prints, which is how a script says that it is ready. */
  readonly started: Promise<string>;
  /** Resolves when it has ended: what it printed after the first line, and how it ended. */
  readonly ended: Promise<{ output: string; errors: string; code: number | null }>;
}

/** Runs a script with an input that it reads as JSON from its standard input. */
export function runProcess(script: string | URL, input: unknown): ScriptProcess {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'pipe'] });
  const [stdin, stdout, stderr] = [child.stdin, child.stdout, child.stderr];
  let output = '';
  let errors = '';
  let tellStarted: (line: string) => void = () => {};
  const started = new Promise<string>((resolve) => {
    tellStarted = resolve;
  });
  stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    const end = output.indexOf('\n');
    if (end >= 0) tellStarted(output.slice(0, end));
  });
  stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
  });
  stdin.on('error', () => {}); // it may be killed first
  stdin.end(JSON.stringify(input));
  const ended = new Promise<{ output: string; errors: string; code: number | null }>(
    (resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => {
        tellStarted('');
        resolve({ output: output.slice(output.indexOf('\n') + 1), errors, code });
      });
    },
  );
  return { child, started, ended };
}
