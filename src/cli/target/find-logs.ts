import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What logs are called: ours, those of the predecessor, and copies with a name before it. */
export const LOG_FILE = /(?:^|[^a-z])(?:events|session(?:\.\d+)?)\.jsonl(?:\.zstd?)?$/i;

const JSON_LINES_FILE = /\.jsonl(?:\.zstd?)?$/i;

/** The predecessor keeps its logs in the folder of a session in the folder of a project. */
const MAX_DEPTH = 3;

/**
 * Finds the logs below a folder, in the order of their paths; folders that cannot be read are passed over. Where no file
 * is called as logs are, these are all files of JSON lines.
 */
export async function findLogs(folder: string): Promise<string[]> {
  const found = await findFiles(folder, LOG_FILE);
  return found.length > 0 ? found : await findFiles(folder, JSON_LINES_FILE);
}

async function findFiles(folder: string, called: RegExp, depth = 0): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isFile() && called.test(entry.name)) found.push(path);
    const isToSearch = entry.isDirectory() && depth < MAX_DEPTH && entry.name !== 'node_modules';
    if (isToSearch) found.push(...(await findFiles(path, called, depth + 1).catch(() => [])));
  }
  return found;
}
