import type { RedisLink, ScriptInput } from './redis-link.ts';
import type { Script } from './script.ts';
import { serverErrorCode } from './server-error.ts';
import type { Withdrawal } from './withdrawal.ts';

/** An error of a command that never left this process. */
export class NotSent extends Error {
  constructor(reason: unknown) {
    super('The command was not sent.', { cause: reason });
  }
}

/** Runs a script by its hash, and by its text where the server does not know it. */
export function sendScript(
  link: RedisLink,
  script: Script,
  input: ScriptInput,
  withdrawal: Withdrawal,
): Promise<unknown> {
  const sendText = (error: unknown): Promise<unknown> => {
    // The one error after which a command is sent again: the server did not know the script and ran nothing.
    if (serverErrorCode(error) !== 'NOSCRIPT') throw error;
    if (withdrawal.isWithdrawn) throw new NotSent(error);
    return link.evalText(script.text, input, withdrawal);
  };
  const sendHash = (hash: string): Promise<unknown> => {
    if (withdrawal.isWithdrawn) throw new NotSent(withdrawal.signal.reason);
    return link.evalHash(hash, input, withdrawal).catch(sendText);
  };
  const hash = script.hash();
  return typeof hash === 'string' ? sendHash(hash) : hash.then(sendHash);
}
