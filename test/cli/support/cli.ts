import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export interface CliOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Arguments for Node itself. */
  readonly node?: readonly string[];
  /** What is written to its standard input, which is then closed. */
  readonly input?: string;
}

const MAIN = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));

/** Starts the command line from its sources, as a process of its own. */
export function startCli(args: readonly string[], { cwd, env, node = [] }: CliOptions = {}) {
  const clean = { ...process.env, NO_COLOR: '', FORCE_COLOR: '', ...env };
  return spawn(process.execPath, [...node, MAIN, ...args], { cwd, env: clean });
}

/** Runs the command line to its end. */
export async function cli(args: readonly string[], options: CliOptions = {}): Promise<CliOutcome> {
  const child = startCli(args, options);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.end(options.input ?? '');
  const [code] = (await once(child, 'close')) as [number | null]; // Node's promise
  return { code, stdout, stderr };
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
