import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

// Children start often, and most of their start is to compile the same files again.
const NODE_COMPILE_CACHE = join(tmpdir(), 'ai-sdk-todo-compile-cache');

export interface Child {
  readonly process: ChildProcess;
  /** Everything that it has printed so far. */
  readonly output: () => string;
  /** Settles when it is gone, with its exit code, or with `null` where a signal ended it. */
  readonly gone: Promise<number | null>;
}

/** Starts a script of this folder in a process of its own, with one JSON argument. */
export function startChild(script: string, argument: unknown): Child {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, JSON.stringify(argument)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const gone = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { process: child, output: () => output, gone };
}

/** Runs a script to its end and answers the JSON that it printed. */
export async function runChild(script: string, argument: unknown): Promise<unknown> {
  const child = startChild(script, argument);
  const code = await child.gone;
  if (code !== 0) throw new Error(`${script} ended with ${code}: ${child.output()}`);
  return JSON.parse(child.output());
}

const folders: string[] = [];
// Registered before the hooks of the tests, so it runs after them: by then their stores are closed.
afterAll(() =>
  Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 3 }))),
);

/** A new empty folder, which goes when the tests of a file are over. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ai-sdk-todo-file-'));
  folders.push(folder);
  return folder;
}
