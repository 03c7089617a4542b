import { constants, copyFile, link, open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { randomId } from '../core/random-id.ts';
import { isErrno } from './io-error.ts';
import { NO_LINKS } from './lock-file.ts';
import { readAtOf } from './read-at.ts';
import { openIfThere } from './read-log.ts';
import { FILE_MODE, tornName, unfinishedName, type SessionPaths } from './session-paths.ts';
import { syncDirectory } from './sync-directory.ts';

// Every write goes to the end, wherever that is: whatever else happens, no byte is ever written over.
const APPEND = constants.O_RDWR | constants.O_APPEND;
const CREATE = APPEND | constants.O_CREAT | constants.O_EXCL;

/** Opens a log for a writer; `null` when there is none. */
export function openForAppend(path: string): Promise<FileHandle | null> {
  return openIfThere(path, APPEND);
}

/** Writes bytes to the end of a file. Answers how many arrived, and the error that stopped the rest. */
export async function writeToEnd(
  file: FileHandle,
  bytes: Buffer,
): Promise<{ readonly written: number; readonly error?: unknown }> {
  let written = 0;
  try {
    while (written < bytes.length) {
      written += (await file.write(bytes, written, bytes.length - written)).bytesWritten;
    }
    return { written };
  } catch (error) {
    return { written, error };
  }
}

/**
 * Makes a new log that appears with its whole content or not at all, and answers it open for further appends. Fails with
 * EEXIST when there is one.
 */
export async function createLog(
  paths: SessionPaths,
  content: Buffer,
  durability: 'disk' | 'os',
): Promise<{ readonly file: FileHandle; readonly inode: bigint }> {
  const path = join(paths.directory, unfinishedName(randomId()));
  const file = await open(path, CREATE, FILE_MODE);
  try {
    const { error } = await writeToEnd(file, content);
    if (error !== undefined) throw error;
    if (durability === 'disk') await file.sync();
    const { ino: inode } = await file.stat({ bigint: true });
    await linkOrRename(path, paths.log);
    // From here on it is there, and nothing may fail any more.
    await unlink(path).catch(() => {});
    return { file, inode };
  } catch (error) {
    await unlink(path).catch(() => {});
    await file.close();
    throw error;
  }
}

/** Puts a copy in the place of a log, so that whoever still has the old file open can no longer change the session. */
export async function replaceByCopy(paths: SessionPaths): Promise<void> {
  const path = join(paths.directory, unfinishedName(randomId()));
  try {
    await copyFile(paths.log, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    const file = await open(path, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(path, paths.log);
    await syncDirectory(paths.directory);
  } catch (error) {
    await unlink(path).catch(() => {});
    if (!isErrno(error, 'ENOENT')) throw error;
  }
}

/** Cuts off the end of an append that never became whole, and keeps it in a file of its own. */
export async function cutTornEnd(
  file: FileHandle,
  { directory }: SessionPaths,
  { end, size }: { readonly end: number; readonly size: number },
): Promise<void> {
  const readAt = readAtOf(file);
  const kept = await open(join(directory, tornName(end, randomId())), 'wx', FILE_MODE);
  try {
    for (let at = end; at < size;) {
      const block = await readAt(at, Math.min(1024 * 1024, size - at));
      if (block.length === 0) break;
      const { error } = await writeToEnd(kept, block);
      if (error !== undefined) throw error;
      at += block.length;
    }
    await kept.sync();
  } finally {
    await kept.close();
  }
  await file.truncate(end);
}

async function linkOrRename(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!isErrno(error, ...NO_LINKS)) throw error;
    await rename(from, to);
  }
}
