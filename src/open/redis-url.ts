import { TodoError } from '../core/errors.ts';

/**
 * The number of the database that a redis: URL names; throws `invalid_option` for a URL that no driver understands.
 *
 * Looked at here, since drivers differ in what they make of a URL, and their errors may repeat its password.
 */
export function databaseOf(url: string): number {
  let path: string;
  try {
    path = new URL(url).pathname;
  } catch {
    throw badUrl('it cannot be read');
  }
  const [, number] = /^\/?(\d{0,9})$/.exec(path) ?? [];
  if (number === undefined) throw badUrl('what follows the host is no number of a database');
  return Number(number);
}

function badUrl(why: string): TodoError {
  return new TodoError(
    'invalid_option',
    `A redis: URL names a server, as redis://user:password@host:6379/0 does; this one does not: ${why}.`,
  );
}
