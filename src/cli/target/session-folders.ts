import { constants, lstat, open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isErrno } from '../../file/io-error.ts';
import { readSessionName } from '../../file/session-name.ts';
import { LOG_NAME } from '../../file/session-paths.ts';
import { peekHeader } from '../log/peek-header.ts';
import type { TargetSession } from './target-session.ts';
import type { Target } from './target.ts';

/** How a header begins: less than a line of it is what a crash leaves of a session that was never created. */
const HEADER_START = '{"type":"session"';

/**
 * The sessions of a store of files, by their folders: also those whose log has become so bad that the store does not
 * list them, or that cannot be opened. Whoever reads them says what is wrong.
 */
export async function* sessionFolders(
  target: Extract<Target, { kind: 'files' }>,
): AsyncGenerator<TargetSession, void> {
  const entries = await readdir(target.directory, { withFileTypes: true });
  for (const { name } of entries.filter((entry) => !entry.isFile()).toSorted(byName)) {
    const spelled = readSessionName(name);
    const path = join(target.directory, name, LOG_NAME);
    if (spelled === null || (await wasNeverCreated(path))) continue;
    // The folder of a long id tells only a digest of it: its log says the rest.
    const id = spelled === 'digest' ? (await peekHeader(path).catch(() => null))?.id : spelled.id;
    yield id === undefined ? { kind: 'log', path, id } : { kind: 'files', target, id };
  }
}

async function wasNeverCreated(path: string): Promise<boolean> {
  try {
    // Without waiting for a writer, should it be a pipe.
    await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    const start = buffer.subarray(0, bytesRead).toString('latin1');
    return !start.includes('\n') && HEADER_START.startsWith(start.slice(0, HEADER_START.length));
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) return false;
    // A link that leads nowhere is something, in the place of the log and of its folder.
    return (await isMissing(lstat(path))) && !(await isMissing(stat(dirname(path))));
  }
}

function isMissing(found: Promise<unknown>): Promise<boolean> {
  return found.then(
    () => false,
    () => true,
  );
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1;
}
