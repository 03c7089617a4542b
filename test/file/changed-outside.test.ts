import {
  appendFileSync,
  chmodSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileStore, type FileStore } from '../../src/file/index.ts';
import {
  checkSession,
  createTodoKit,
  SessionDamagedError,
  TodoError,
  type TodoTurn,
} from '../../src/index.ts';
import { todos } from '../support/kit.ts';
import { logOf } from './support/log.ts';

/** What another program does to a log that holds a header, a turn and some lists. */
const changes: Readonly<Record<string, (log: string) => void>> = {
  'cuts off the last newline': (log) => truncateSync(log, sizeOf(log) - 1),
  'cuts off the last ten bytes': (log) => truncateSync(log, sizeOf(log) - 10),
  'cuts off the last line': (log) => writeLines(log, (lines) => lines.slice(0, -1)),
  'cuts off two lines': (log) => writeLines(log, (lines) => lines.slice(0, -2)),
  'cuts off all but the header': (log) => writeLines(log, (lines) => lines.slice(0, 1)),
  'cuts off half of the header': (log) => truncateSync(log, 20),
  'empties it': (log) => truncateSync(log, 0),
  'appends half a line': (log) => appendFileSync(log, '{"seq":99,"ti'),
  'appends a line of no JSON': (log) => appendFileSync(log, 'hello\n'),
  'appends a line of JSON that is no event': (log) => appendFileSync(log, '{"hello":1}\n'),
  'appends the next event': (log) => appendFileSync(log, lineOf(nextSeq(log))),
  'appends an event with a number far ahead': (log) => appendFileSync(log, lineOf(900)),
  'appends the last line once more': (log) => appendFileSync(log, `${linesOf(log).at(-1)}\n`),
  'appends NUL bytes': (log) => appendFileSync(log, Buffer.alloc(300)),
  'appends blank lines': (log) => appendFileSync(log, '\n\n'),
  'flips a byte of the last line': (log) => flip(log, sizeOf(log) - 5),
  'flips a byte of the line before the last': (log) =>
    flip(log, sizeOf(log) - Buffer.byteLength(linesOf(log).at(-1) ?? '') - 6),
  'flips a byte of the first event': (log) =>
    flip(log, Buffer.byteLength(linesOf(log)[0] ?? '') + 3),
  'flips a byte of the header': (log) => flip(log, 2),
  'writes CR LF line ends': (log) =>
    writeFileSync(log, readFileSync(log, 'utf8').replaceAll('\n', '\r\n')),
  'removes a line in the middle': (log) =>
    writeLines(log, (lines) => [...lines.slice(0, 1), ...lines.slice(2)]),
  'writes the same bytes again': (log) => writeFileSync(log, readFileSync(log)),
  'touches it': (log) => utimesSync(log, new Date(), new Date(1_700_000_000_000)),
  'changes its mode': (log) => chmodSync(log, 0o640),
  'removes it': (log) => rmSync(log),
  'removes its folder': (log) => rmSync(dirname(log), { recursive: true }),
  'puts an older copy in its place': (log) => {
    writeFileSync(`${log}.old`, `${linesOf(log).slice(0, 2).join('\n')}\n`);
    renameSync(`${log}.old`, log);
  },
};

const places = [
  'before the first write of a turn',
  'between two writes',
  'after the end of a turn',
];

let root: string;
let stores: FileStore[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ai-sdk-todo-outside-'));
  stores = [];
});
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await rm(root, { recursive: true, force: true });
});

describe.each(['one store', 'two stores'])('a log that another program changes under %s', (who) => {
  const open = () => {
    const store = fileStore(root);
    stores.push(store);
    return store;
  };

  describe.each(places)('%s', (place) => {
    it.each(Object.entries(changes))('%s', async (_, change) => {
      const kit = createTodoKit({ store: open(), allowParallelInProgress: false });
      const other = createTodoKit({ store: open(), allowParallelInProgress: false });
      const session = kit.session('session');
      let turn = await session.startTurn();
      const second = (): TodoTurn =>
        who === 'two stores' ? other.session('session').resumeTurn(turn.context) : turn;
      for (const name of ['A', 'B']) await turn.write(todos(name));
      await second().write(todos('C'));
      if (place !== places[1]) await turn.end();
      if (place === places[0]) turn = await session.startTurn();
      // Where the clock of the file system is coarse, a change in the same moment could not be told by its time.
      await new Promise((resolve) => setTimeout(resolve, 10));
      change(logOf(root));

      const writes = [
        async () => {
          if (place === places[2]) turn = await session.startTurn();
          await turn.write(todos('D'));
          return 'D';
        },
        async () => {
          await second().write(todos('E'));
          return 'E';
        },
      ];
      for (const write of writes) {
        const outcome = await write().catch((error: unknown) => error);
        const found =
          typeof outcome === 'string' ? await findWritten(outcome) : await findTold(outcome);
        expect(found).toEqual(SOUND);
      }
    });
  });
});

const SOUND = { isThere: true, violations: [] };

/** A write that was confirmed is what a fresh reader finds, in a log that is sound. */
async function findWritten(content: string): Promise<unknown> {
  const fresh = fileStore(root);
  stores.push(fresh);
  const kit = createTodoKit({ store: fresh, allowParallelInProgress: false });
  const plan = await kit.session('session').plan();
  const { violations } = await checkSession(fresh, 'session');
  return { isThere: plan.todos?.[0]?.content === content, violations };
}

/** A write that was refused says why: its turn is no more, or the log is damaged, and then a check says so too. */
async function findTold(error: unknown): Promise<unknown> {
  if (!TodoError.isInstance(error)) throw error;
  if (error.code === 'turn_closed') return SOUND;
  const fresh = fileStore(root);
  stores.push(fresh);
  try {
    const { violations } = await checkSession(fresh, 'session');
    return { isThere: false, violations, error };
  } catch (thrown) {
    const damaged = [error, error.cause, thrown].filter(SessionDamagedError.isInstance);
    return damaged.length >= 2 ? SOUND : { error, thrown };
  }
}

function sizeOf(log: string): number {
  return statSync(log).size;
}

function linesOf(log: string): string[] {
  return readFileSync(log, 'utf8').split('\n').slice(0, -1);
}

function writeLines(log: string, change: (lines: string[]) => string[]): void {
  const kept = change(linesOf(log));
  truncateSync(log, 0);
  appendFileSync(log, `${kept.join('\n')}\n`);
}

function nextSeq(log: string): number {
  return linesOf(log).length - 1;
}

function lineOf(seq: number): string {
  return `{"seq":${seq},"time":1764520000000,"type":"note","id":"other-${seq}","data":{}}\n`;
}

function flip(log: string, at: number): void {
  const bytes = readFileSync(log);
  bytes[at] = 1;
  writeFileSync(log, bytes);
}
