import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasCode } from '../../core/errors.ts';
import { fileStore, type FileStore } from '../../file/file-store.ts';
import { sessionPaths } from '../../file/session-paths.ts';
import { openStore } from '../../open/open-store.ts';
import type { SessionStore } from '../../store/session-store.ts';
import { asFileError, CliError, UsageError } from '../errors.ts';
import type { Arguments } from '../command.ts';
import { findLogs, LOG_FILE } from './find-logs.ts';
import { keepHeapSmall } from './small-heap.ts';

/** What a command works on. */
export type Target =
  /** A store in which each session is a file. */
  | {
      readonly kind: 'files';
      readonly store: FileStore;
      readonly directory: string;
      pathOf(sessionId: string): string;
    }
  /** Any other store. */
  | { readonly kind: 'store'; readonly store: SessionStore }
  /** Single logs. */
  | { readonly kind: 'logs'; readonly paths: readonly string[] };

/** Opens what a URL or a path names: a store, a folder of one, or a log. Free it with `closeTarget`. */
export async function openTarget(where: string, args: Arguments): Promise<Target> {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(where)?.[1]?.toLowerCase();
  const timeoutMs = args.number('timeout', 1);
  switch (scheme) {
    case 'redis':
    case 'rediss': {
      keepHeapSmall();
      const keyPrefix = args.text('key-prefix');
      return { kind: 'store', store: await openStore(where, { keyPrefix, timeoutMs }) };
    }
    case 'memory':
      throw new UsageError(
        'A memory: store lives within one process: there is nothing to see here.',
      );
    case 'file':
      return await openPath(pathOfUrl(where), timeoutMs);
    default:
      // A path may hold a colon, but hardly two slashes behind it.
      if (scheme !== undefined && where.startsWith('//', scheme.length + 1)) {
        throw new UsageError(
          `A store is a path, file:…, redis://… or rediss://…, and no ${JSON.stringify(scheme)} URL.`,
        );
      }
      return await openPath(where, timeoutMs);
  }
}

export async function closeTarget(target: Target): Promise<void> {
  if (target.kind !== 'logs') await target.store.close();
}

function pathOfUrl(url: string): string {
  const path = url.slice('file:'.length);
  if (!path.startsWith('//')) return path;
  try {
    return fileURLToPath(url);
  } catch {
    throw new UsageError('A file: URL is file:./folder or file:///folder.');
  }
}

async function openPath(path: string, timeoutMs: number | undefined): Promise<Target> {
  if (path === '') throw new UsageError('The path is empty.');
  try {
    if (!(await stat(path)).isDirectory()) return { kind: 'logs', paths: [path] };
  } catch (error) {
    throw asFileError(error, path);
  }
  const store = fileStore(path, { timeoutMs });
  const sessions = await holdsSessions(store);
  const pathOf = (sessionId: string) => sessionPaths(path, sessionId).log;
  if (sessions) return { kind: 'files', store, directory: path, pathOf };
  const entries = await readdir(path);
  const own = entries.find((entry) => LOG_FILE.test(entry));
  const paths = own === 'events.jsonl' ? [join(path, own)] : await findLogs(path);
  if (paths.length === 0 && entries.length === 0) {
    return { kind: 'files', store, directory: path, pathOf };
  }
  await store.close();
  if (paths.length > 0) return { kind: 'logs', paths };
  throw new CliError(`${path} holds no session of a file store and no log.`, 'no_log');
}

/** Whether this is a store with sessions, those that cannot be opened included. */
async function holdsSessions(store: FileStore): Promise<boolean> {
  try {
    return (await store.list({ limit: 1 })).sessions.length > 0;
  } catch (error) {
    // One that cannot be opened does not hide the others: `check` looks at each by itself.
    if (hasCode(error, 'store_unavailable') || hasCode(error, 'store_failed')) return true;
    throw error;
  }
}
