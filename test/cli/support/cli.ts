import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';
import { createOutput } from '../../../src/cli/output/output.ts';
import { run } from '../../../src/cli/run.ts';

export interface CliOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** What is typed on a terminal, up to its end. Without it the standard input is no terminal, and empty. */
  readonly typed?: string;
  /** Whether somebody sits at the terminal and types nothing. */
  readonly waits?: boolean;
  /** Whether the standard output and error are terminals. */
  readonly isTTY?: boolean;
  readonly signal?: AbortSignal;
}

/** Runs the command line within this process: all of it but the streams and signals of a process. */
export async function cli(args: readonly string[], options: CliOptions = {}): Promise<CliOutcome> {
  const {
    env,
    typed,
    waits = false,
    isTTY = false,
    signal = new AbortController().signal,
  } = options;
  for (const [name, value] of Object.entries({ NO_COLOR: '', FORCE_COLOR: '', ...env })) {
    vi.stubEnv(name, value);
  }
  const stdout = newStream(isTTY);
  const stderr = newStream(isTTY);
  const fail = (error: Error) => {
    throw error;
  };
  const stdin = Object.assign(new PassThrough(), { isTTY: waits || typed !== undefined });
  if (!waits) stdin.end(typed ?? '');
  try {
    const code = await run(args, {
      out: createOutput(stdout, fail),
      err: createOutput(stderr, fail),
      stdin,
      stdout,
      stderr,
      signal,
      version: '1.2.3',
    });
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    vi.unstubAllEnvs();
  }
}

/** A stream that keeps what is written to it. */
export function newStream(isTTY = false) {
  let written = '';
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      written += String(chunk);
      done();
    },
  });
  return Object.assign(stream, { isTTY, columns: 100, text: () => written });
}

const MAIN = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));

/** Starts the command line as a process of its own; `node` are arguments for Node itself. */
export function startCli(args: readonly string[], node: readonly string[] = []) {
  const env = { ...process.env, NO_COLOR: '', FORCE_COLOR: '' };
  const child = spawn(process.execPath, [...node, MAIN, ...args], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const written = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text));
  const ended = async (): Promise<CliOutcome> => {
    const code = child.exitCode ?? ((await once(child, 'close')) as [number | null])[0]; // Node's promise
    return { code, ...written };
  };
  return { child, written, ended };
}

/** A folder that is gone after the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A file of its own with these bytes. */
export async function newFile(content: string | Uint8Array, name = 'log.jsonl'): Promise<string> {
  const path = join(await newFolder(), name);
  await writeFile(path, content);
  return path;
}
