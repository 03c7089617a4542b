import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTodoKit, type NewSessionEvent, type SessionStore } from 'ai-sdk-todo';
import { fileStore, type FileStore } from 'ai-sdk-todo/file';
import { compare, duration, median, print, time } from './compare.ts';
import { writeLog } from './file-logs.ts';
import { listOf } from './planning-model.ts';

/** What the file store costs: an append against the same bytes written by hand, many sessions, long logs. */
export async function run(): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'ai-sdk-todo-bench-'));
  try {
    await appends(root);
    await alone(root);
    await sideBySide(root);
    await longLogs(root);
    await large(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

const data = { todos: listOf(10, 3) };
const nextEvent = (n: number): NewSessionEvent => {
  return { time: 1_764_520_000_000, type: 'todo/write', id: `event ${n}`, turn: 1, data };
};

/** Appends to one session, again and again. */
function appender(store: SessionStore, sessionId: string): () => Promise<unknown> {
  let version = 0;
  return () => {
    const append = store.append(sessionId, [nextEvent(version)], { expectedVersion: version });
    version += 1;
    return append;
  };
}

async function appends(root: string): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify({ seq: 1_000, ...nextEvent(1_000) })}\n`);
  const file = await open(join(root, 'bare'), 'a');
  await withStore(join(root, 'disk'), 'disk', (store) =>
    compare({
      name: 'append, synced, against write + fdatasync',
      rounds: 100,
      calls: 20,
      ours: appender(store, 'session'),
      async bare() {
        await file.write(bytes);
        await file.datasync();
      },
    }),
  );
  await withStore(join(root, 'os'), 'os', (store) =>
    compare({
      name: 'append, not synced, against fs.appendFile',
      rounds: 60,
      calls: 50,
      ours: appender(store, 'session'),
      bare: () => appendFile(join(root, 'appended'), bytes),
    }),
  );
  await file.close();
}

/** Appends with a pause between them, as an agent makes them: each one takes the lock and reads the end of the log. */
async function alone(root: string): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify({ seq: 1_000, ...nextEvent(1_000) })}\n`);
  await withStore(join(root, 'alone'), 'disk', async (store) => {
    const append = appender(store, 'session');
    const path = join(root, 'alone.bare');
    const bare = async () => {
      const file = await open(path, 'a');
      await file.write(bytes);
      await file.datasync();
      await file.close();
    };
    const samples: { ours: number; bare: number }[] = [];
    for (let round = 0; round < 60; round += 1) {
      const ours = await time(append);
      await sleep(10);
      samples.push({ ours, bare: await time(bare) });
      await sleep(10);
    }
    const ours = median(samples.map((sample) => sample.ours));
    const theirs = median(samples.map((sample) => sample.bare));
    const ratio = median(samples.map((sample) => sample.ours / sample.bare));
    print(
      'one append alone, synced, with open and close',
      `${duration(ours)} against ${duration(theirs)}`,
      ratio,
    );
  });
}

async function sideBySide(root: string): Promise<void> {
  const COUNT = 64;
  await withStore(join(root, 'many'), 'disk', async (store) => {
    const one = appender(store, 'one');
    const together = appender(store, 'together');
    const many = Array.from({ length: COUNT }, (_, n) => appender(store, `session ${n}`));
    const inTurn = async () => {
      for (let n = 0; n < COUNT; n += 1) await one();
    };
    await compare({
      name: '64 sessions side by side, against one',
      rounds: 15,
      ours: () => Promise.all(many.map((append) => append())),
      bare: inTurn,
    });
    await compare({
      name: '64 appends to a session at once, one by one',
      rounds: 15,
      ours: () => Promise.all(many.map(together)),
      bare: inTurn,
    });
  });
}

/** Reading the plan of long logs, against the one of a short log. */
async function longLogs(root: string): Promise<void> {
  const directory = join(root, 'long');
  const lengths = [10, 1_000, 100_000, 1_000_000];
  for (const length of lengths)
    await writeLog(directory, `${length}`, { length, todos: listOf(3, 1) });
  await withStore(directory, 'disk', async (store) => {
    const kit = createTodoKit({ store, allowParallelInProgress: false });
    for (const length of lengths) {
      await compare({
        name: `plan of ${length.toLocaleString('en')} events, against 10`,
        rounds: 60,
        calls: 10,
        ours: () => kit.session(`${length}`).plan(),
        bare: () => kit.session('10').plan(),
      });
    }
  });
}

/** A session of 200 MB and 1,000 others in a process that may use 256 MB. */
async function large(root: string): Promise<void> {
  const script = fileURLToPath(new URL('../test/file/support/large.ts', import.meta.url));
  const argument = { root: join(root, 'large'), events: 33_000, items: 100, sessions: 1_000 };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--max-old-space-size=256', script, JSON.stringify(argument)],
    { encoding: 'utf8' },
  );
  const seen = JSON.parse(stdout) as Readonly<Record<string, number>>; // what the script prints
  const megabytes = Math.round((seen['bytes'] ?? 0) / 1024 / 1024);
  console.log(
    `  ${megabytes} MB in one session, heap of 256 MB: plan ${seen['planMs']} ms, a page from its middle ${seen['middleMs']} ms`,
  );
  console.log(`  ${seen['sessions']} sessions, heap of 256 MB: list ${seen['listMs']} ms`);
}

async function withStore(
  directory: string,
  durability: 'disk' | 'os',
  use: (store: FileStore) => Promise<unknown>,
): Promise<void> {
  const store = fileStore(directory, { durability });
  await use(store);
  await store.close();
}
