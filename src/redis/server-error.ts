import { TodoError } from '../core/errors.ts';

/**
 * The code of an error that the server answered with; `undefined` for an error of the client or of the connection.
 *
 * Only the start of a message counts, since what follows may repeat what someone wrote. Pipelines and older servers
 * put words of their own before the code.
 */
export function serverErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = START.exec(error.message)?.[1];
  return code !== undefined && CODES.has(code) ? code : undefined;
}

const START =
  /^(?:Command (?:\d+ \[ \w+ \] )?failed: )?(?:ERR Error running script[^:]*:(?: @\w+:(?: ?\d+:)?)* )?-?([A-Z]+)\b/;

/** These pass: the server is starting, moving or busy. */
const PASSING: ReadonlyMap<string, string> = new Map([
  ['READONLY', 'a read-only replica answered'],
  ['LOADING', 'the server is still loading its data'],
  ['MASTERDOWN', 'the replica has lost its master'],
  ['CLUSTERDOWN', 'the cluster is down'],
  ['TRYAGAIN', 'the cluster is moving this key'],
  ['MOVED', 'the key lies on another node; pass a cluster client'],
  ['ASK', 'the key is being moved to another node; pass a cluster client'],
  ['BUSY', 'the server is busy with a script'],
  ['NOREPLICAS', 'too few replicas are connected'],
]);

/** These stay until someone does something about them. */
const LASTING: ReadonlyMap<string, string> = new Map([
  ['WRONGTYPE', 'its key holds a value of another type, which is no session'],
  ['OOM', 'the server is out of memory (maxmemory)'],
  ['MISCONF', 'the server cannot save to its disk'],
  ['NOPERM', 'the user may not run this command or reach this key'],
  ['NOAUTH', 'the server wants a password'],
  ['WRONGPASS', 'the password is wrong'],
  ['CROSSSLOT', 'the keys of one session lie on different slots; choose a prefix without braces'],
  ['DENIED', 'the server denies the connection'],
  ['NOSCRIPT', 'the server cannot keep scripts'],
  ['EXECABORT', 'the transaction was refused'],
  ['ERR', 'the server refuses the command'],
]);

const CODES: ReadonlySet<string> = new Set([...PASSING.keys(), ...LASTING.keys()]);

/** The error for what a server refused: it is certain that nothing was written. */
export function refusedError(code: string, cause: unknown): TodoError {
  const passing = PASSING.get(code);
  const reason = passing ?? LASTING.get(code) ?? 'the server refuses the command';
  return new TodoError(
    passing === undefined ? 'store_failed' : 'store_unavailable',
    `Redis refused (${code}): ${reason}. Nothing was written.`,
    { cause },
  );
}
