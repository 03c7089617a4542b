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

/** An output that gathers lines to blocks. `onClosed` is called when nobody reads any more. */
export function createOutput(stream: Writable, onClosed: () => void): Output {
  let pending = '';
  let blocked: Promise<void> | undefined;
  let isClosed = false;
  stream.on('error', () => {
    isClosed = true;
    onClosed();
  });
  const send = () => {
    if (pending === '' || isClosed) return;
    const text = pending;
    pending = '';
    blocked = new Promise((resolve) => {
      stream.write(text, () => resolve());
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
