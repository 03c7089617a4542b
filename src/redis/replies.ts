import { TodoError } from '../core/errors.ts';

const decoder = new TextDecoder();

/** A reply as text, from clients that give bytes or numbers too. */
export function textOf(reply: unknown): string {
  if (typeof reply === 'string') return reply;
  if (reply instanceof Uint8Array) return decoder.decode(reply);
  if (typeof reply === 'number' || typeof reply === 'bigint') return String(reply);
  throw unexpected(reply);
}

/** A reply that is a list; its elements as they are, with bytes as text. */
export function listOf(reply: unknown): readonly unknown[] {
  if (!Array.isArray(reply)) throw unexpected(reply);
  return reply.map((element: unknown) =>
    element instanceof Uint8Array ? decoder.decode(element) : element,
  );
}

/** The answer of a script: a word, and what follows it. */
export function answerOf(reply: unknown): readonly [word: string, ...rest: string[]] {
  const [word = '', ...rest] = textOf(reply).split(' ');
  return [word, ...rest];
}

/** The number in a script's `length 12`. */
export function lengthOf(element: unknown): number {
  const [word, length] = answerOf(element);
  if (word !== 'length') throw unexpected(element);
  return Number(length);
}

function unexpected(reply: unknown): TodoError {
  return new TodoError(
    'store_failed',
    `Redis, or the client before it, gave an unexpected reply of type ${reply === null ? 'null' : typeof reply}.`,
  );
}
