import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TodoError } from '../core/errors.ts';

/**
 * The directory that a file: URL names.
 *
 * With slashes after the scheme it is a URL as the standard has it, absolute and percent-encoded; without two slashes it
 * is a path as it is written, from the folder that the process runs in.
 */
export function fileDirectory(url: string): string {
  const path = url.slice('file:'.length);
  if (!path.startsWith('//')) {
    if (path === '') throw badUrl('it names no directory');
    return path;
  }
  const directory = pathOf(url);
  if (directory === parse(directory).root) throw badUrl('it names the root of the file system');
  return directory;
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (error) {
    throw badUrl(error instanceof Error ? error.message : String(error));
  }
}

function badUrl(why: string): TodoError {
  return new TodoError(
    'invalid_option',
    `A file: URL names a directory, as file:./plans or file:///var/lib/plans do; this one does not: ${why}.`,
  );
}
