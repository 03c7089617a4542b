import type { Commands } from './operation.ts';
import { listOf } from './replies.ts';
import { INDEX_ADD, INDEX_PAGE, INDEX_REMOVE } from './scripts.ts';

/** A session that the index names. */
export interface IndexEntry {
  readonly id: string;
  /** When the entry was made, in Unix milliseconds by the clock of the process that made it. */
  readonly time: number;
  /** The uid that the session has if the append that made this entry created it. */
  readonly uid: string;
}

/**
 * The list of all sessions, in one key of its own.
 *
 * A session is named here before it is created, so that none is ever missing; an entry whose session does not exist
 * is harmless, and `list` drops it when it is old enough.
 */
export interface SessionIndex {
  /** Answers some other entries, at most `others`, for whoever looks whether they still stand for a session. */
  add(commands: Commands, entry: IndexEntry, others: number): Promise<readonly IndexEntry[]>;
  /** Removes the entry of a session only if it is the one for this uid. */
  remove(commands: Commands, entry: Pick<IndexEntry, 'id' | 'uid'>): Promise<void>;
  /** Entries in the order of their ids as JSON, those after `afterId`. */
  page(
    commands: Commands,
    options: { readonly afterId: string | undefined; readonly limit: number },
  ): Promise<{ readonly entries: readonly IndexEntry[]; readonly isLast: boolean }>;
}

export function createSessionIndex(key: string): SessionIndex {
  const keys = [key];
  return {
    async add(commands, { id, time, uid }, others) {
      const args = [lineOf(id), `${time} ${uid}`, String(others)];
      const reply = await commands.run(INDEX_ADD, { keys, args });
      return listOf(reply).flatMap((member) => entryOf(member) ?? []);
    },
    async remove(commands, { id, uid }) {
      await commands.run(INDEX_REMOVE, { keys, args: [lineOf(id), uid] });
    },
    async page(commands, { afterId, limit }) {
      // `~` comes after everything that an entry holds behind its first line.
      const start = afterId === undefined ? '-' : `(${lineOf(afterId)}~`;
      const reply = await commands.run(INDEX_PAGE, { keys, args: [start, String(limit + 1)] });
      const members = listOf(reply);
      const entries = members.slice(0, limit).flatMap((member) => entryOf(member) ?? []);
      return { entries, isLast: members.length <= limit };
    },
  };
}

/** JSON has no raw line feed, so no id's line is the start of another's. */
function lineOf(id: string): string {
  return `${JSON.stringify(id)}\n`;
}

/** Reads an entry; `undefined` for a member that is none of ours. */
function entryOf(member: unknown): IndexEntry | undefined {
  const [, json, time, uid] = /^("[^\n]*")\n(\d+) ([0-9a-f]+)$/.exec(String(member)) ?? [];
  if (json === undefined || uid === undefined) return undefined;
  try {
    return { id: JSON.parse(json) as string, time: Number(time), uid }; // a JSON text in quotes is a string
  } catch {
    return undefined;
  }
}
