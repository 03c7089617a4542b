import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The program, from whatever folder it is run. */
export const TERMINAL_AGENT = fileURLToPath(
  new URL('../../examples/terminal-agent/main.ts', import.meta.url),
);

/** The loopback model, also where a key is set. */
export const NO_KEY = { DEEPSEEK_API_KEY: '' };

/** Runs the chat of the terminal with its input from a pipe. */
export async function runTerminalAgent({
  cwd,
  args,
  input,
}: {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly input: string;
}): Promise<{ readonly code: unknown; readonly text: string; readonly errors: string }> {
  const env = { ...process.env, ...NO_KEY };
  const child = spawn(process.execPath, [TERMINAL_AGENT, ...args], { cwd, env });
  const closed = once(child, 'close');
  child.stdin.end(input);
  const [text, errors] = await Promise.all([read(child.stdout), read(child.stderr)]);
  const [code] = await closed;
  return { code, text, errors };
}

async function read(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const piece of stream.setEncoding('utf8')) text += String(piece);
  return text;
}
