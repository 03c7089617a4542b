import { open, type FileHandle } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The moments of an append at which a test ends its process. */
export const KILL_POINTS = [
  'while the lock is held',
  'before the write',
  'in the middle of the write',
  'after the write and before the sync',
  'after the sync',
] as const;

export type KillPoint = (typeof KILL_POINTS)[number];

type Write = (
  this: FileHandle,
  data: Buffer | string,
  offset?: number,
  length?: number,
) => Promise<{ bytesWritten: number }>;

interface Methods {
  write: Write;
  read: FileHandle['read'];
  datasync: FileHandle['datasync'];
}

/** The methods that every open file of this process shares. */
export async function fileMethods(): Promise<Methods> {
  const handle = await open(fileURLToPath(import.meta.url), 'r');
  try {
    return Object.getPrototypeOf(handle) as Methods; // the class itself is not exported
  } finally {
    await handle.close();
  }
}

/** Replaces the write to a log; locks are written as text, logs as bytes. Returns how to undo it. */
export async function onLogWrite(
  replace: (
    real: (length: number) => Promise<{ bytesWritten: number }>,
    length: number,
  ) => Promise<{
    bytesWritten: number;
  }>,
): Promise<() => void> {
  const methods = await fileMethods();
  const real = methods.write;
  methods.write = function write(data, offset, length) {
    if (typeof data === 'string') return real.call(this, data);
    return replace((part) => real.call(this, data, offset, part), length ?? data.length);
  };
  return () => {
    methods.write = real;
  };
}

/** Replaces the sync of a log's data. Returns how to undo it. */
export async function onDataSync(replace: (real: () => Promise<void>) => Promise<void>) {
  const methods = await fileMethods();
  const real = methods.datasync;
  methods.datasync = function datasync() {
    return replace(() => real.call(this));
  };
  return () => {
    methods.datasync = real;
  };
}

/** Ends this process, as a power cut of one process would, when its next append reaches a point. */
export async function killAt(point: KillPoint): Promise<void> {
  const die = (): never => {
    process.kill(process.pid, 'SIGKILL');
    for (;;); // the signal comes at once; nothing else may happen before
  };
  switch (point) {
    case 'while the lock is held': {
      // The first thing that a writer reads is the log, under the lock.
      const methods = await fileMethods();
      methods.read = die as unknown as Methods['read']; // it never returns, so it returns whatever is wanted
      return;
    }
    case 'before the write':
      await onLogWrite(async () => die());
      return;
    case 'in the middle of the write':
      await onLogWrite(async (real, length) => {
        await real(Math.floor(Math.random() * length));
        return die();
      });
      return;
    case 'after the write and before the sync':
      await onDataSync(async () => die());
      return;
    case 'after the sync':
      await onDataSync(async (real) => {
        await real();
        die();
      });
      return;
  }
}
