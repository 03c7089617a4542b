import { open } from 'node:fs/promises';
import { isErrno } from './io-error.ts';

/** Makes the names in a directory as durable as the data of its files. Windows has no such call and needs none. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Some file systems do not know it for directories.
    if (!isErrno(error, 'EINVAL', 'ENOTSUP', 'EISDIR')) throw error;
  } finally {
    await handle.close();
  }
}
