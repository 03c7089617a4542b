import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ShowablePlan } from '../../../src/terminal/index.ts';
import { openWindow, type OpenOptions, type Window } from './pseudo-terminal.ts';

/** What a program that shows a live plan can be told to do. */
export type Command =
  | ['update', ShowablePlan<string>]
  | ['log' | 'write' | 'print' | 'crash' | 'listen', string]
  | ['exit', number]
  | ['stop'];

/** A live plan in a window, and a way to tell it what to do next. */
export type Live<WINDOW> = WINDOW & { tell(...command: Command): Promise<void> };

/** Opens a window with a program that shows a live plan. */
export async function openLive(options: OpenOptions): Promise<Live<Window>> {
  return withLive((args) => openWindow(args, options));
}

/** The same in any kind of window. */
export async function withLive<WINDOW extends AsyncDisposable>(
  open: (args: readonly string[]) => Promise<WINDOW>,
): Promise<Live<WINDOW>> {
  const folder = await mkdtemp(join(tmpdir(), 'live-'));
  const path = join(folder, 'socket');
  const server = createServer();
  const connected = once(server, 'connection');
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const window = await open(['test/terminal/support/live-program.ts', path]);
  const [socket] = await connected;
  socket.on('error', () => {}); // the program may end while it is told something
  const closed = once(socket, 'close');
  return {
    ...window,
    async tell(...command) {
      socket.write(`${JSON.stringify(command)}\n`);
      // An answer, or the end of a program that was told to end.
      await Promise.race([once(socket, 'data'), closed]);
    },
    async [Symbol.asyncDispose]() {
      socket.destroy();
      server.close();
      await window[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
