import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

/** What a process took. */
export interface TimedProcess {
  readonly seconds: number;
  /** Resident megabytes after the first second, and the most that was seen. 0 where the system does not tell. */
  readonly first: number;
  readonly peak: number;
}

/** Runs a script to its end, and looks at its memory meanwhile. */
export async function timedProcess(args: readonly string[]): Promise<TimedProcess> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  let first = 0;
  let peak = 0;
  const look = setInterval(async () => {
    const now = await residentMegabytes(child.pid);
    if (first === 0 && performance.now() - start > 1_000) first = now;
    peak = Math.max(peak, now);
  }, 100);
  const [code] = await once(child, 'exit');
  clearInterval(look);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - start) / 1000, first: first || peak, peak };
}

/** Linux tells it in a file. */
async function residentMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1000);
}
