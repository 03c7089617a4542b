import { createInterface, type Interface } from 'node:readline';
import type { CommandContext } from '../command.ts';
import { UsageError } from '../errors.ts';

/** Asks people, one question after the other. */
export interface Questions {
  /** Whether the answer is yes; no answer is none. Throws where nobody can be asked, and when it is interrupted. */
  ask(question: string): Promise<boolean>;
  close(): void;
}

/** Questions on the standard error, so that they are seen while the output goes elsewhere. */
export function createQuestions({
  stdin,
  stderr,
  signal,
}: Pick<CommandContext, 'stdin' | 'stderr' | 'signal'>): Questions {
  let lines: Interface | undefined;
  let answers: AsyncIterator<string> | undefined;
  return {
    async ask(question) {
      if (stdin.isTTY !== true) {
        throw new UsageError(
          'nobody is there to be asked: nothing was changed. Say --yes to repair, or --dry-run to look.',
        );
      }
      // One reader for all questions: a second one would miss what was typed ahead.
      lines ??= createInterface({ input: stdin, signal });
      answers ??= lines[Symbol.asyncIterator]();
      stderr.write(`${question} [y/N] `);
      const { value = '' } = await answers.next();
      signal.throwIfAborted();
      return /^\s*y(?:es)?\s*$/i.test(String(value));
    },
    close: () => lines?.close(),
  };
}
