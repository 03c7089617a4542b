import type { Writable } from 'node:stream';

/** Where a command prints to. */
export interface Output {
  /** Prints text as it is: whatever comes from a log went through `safe-text` before. */
  write(text: string): void;
  line(text?: string): void;
  /** Whether text waits to be sent. */
  hasPending(): boolean;
  /** Waits until what was printed has been taken, so that memory does not grow with it. */
  flush(): Promise<void>;
}

const BLOCK = 64 * 1024;

/** An output that gathers lines to blocks. `onFailure` is called once when they can no longer be written. */
export function createOutput(stream: Writable, onFailure: (error: Error) => void): Output {
  let pending = '';
  let blocked: Promise<void> | undefined;
  let isBroken = false;
  const fail = (error: Error) => {
    if (!isBroken) onFailure(error);
    isBroken = true;
  };
  stream.on('error', fail);
  const send = () => {
    const text = pending;
    pending = '';
    if (text === '' || isBroken) return;
    blocked = new Promise((resolve) => {
      stream.write(text, (error) => {
        if (error) fail(error);
        resolve();
      });
    });
  };
  return {
    write(text) {
      pending += text;
      if (pending.length >= BLOCK) send();
    },
    line(text = '') {
      this.write(`${text}\n`);
    },
    hasPending: () => pending !== '',
    async flush() {
      send();
      await blocked;
    },
  };
}

/** Whether nobody reads any more, as behind a pipe to `head`. */
export function isClosedPipe(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED');
}
