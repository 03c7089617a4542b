import type { TerminalStream } from '../../../src/terminal/index.ts';

/** A stream that keeps what is written to it. */
export interface FakeStream extends TerminalStream {
  isTTY: boolean;
  columns: number | undefined;
  rows: number | undefined;
  readonly writes: string[];
  text(): string;
  /** Tells those who listen that the size has changed. */
  resize(columns: number, rows: number): void;
  readonly listeners: Set<() => void>;
}

export function fakeStream({
  isTTY = false,
  columns,
  rows,
}: Partial<Pick<FakeStream, 'isTTY' | 'columns' | 'rows'>> = {}): FakeStream {
  const writes: string[] = [];
  const listeners = new Set<() => void>();
  const stream: FakeStream = {
    isTTY,
    columns,
    rows,
    writes,
    listeners,
    write: (text) => writes.push(text),
    on: (_, listener) => listeners.add(listener),
    off: (_, listener) => listeners.delete(listener),
    text: () => writes.join(''),
    resize(nextColumns, nextRows) {
      Object.assign(stream, { columns: nextColumns, rows: nextRows });
      for (const listener of listeners) listener();
    },
  };
  return stream;
}
