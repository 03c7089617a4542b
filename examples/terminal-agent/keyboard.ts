import { createInterface } from 'node:readline';

/** Asks for lines: with editing and a history on a terminal, one after the other from a pipe. */
export interface Keyboard {
  /** The next line; `undefined` when there are no more, or at Ctrl+C. */
  ask(prompt: string): Promise<string | undefined>;
}

export function openKeyboard(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Keyboard {
  if (!input.isTTY) {
    const lines = createInterface({ input })[Symbol.asyncIterator]();
    return {
      async ask(prompt) {
        output.write(prompt);
        const { done, value } = await lines.next();
        return done ? undefined : value;
      },
    };
  }
  let history: string[] = [];
  return {
    // One for each question: between them the terminal is left as it was, so that Ctrl+C is a signal again.
    ask: (prompt) =>
      new Promise((resolve) => {
        const line = createInterface({ input, output, history });
        line.on('history', (lines) => (history = lines));
        line.once('close', () => resolve(undefined));
        line.question(prompt, (text) => {
          resolve(text);
          line.close();
        });
      }),
  };
}
