// Reads sessions that are far larger than the memory it may use: `node large.ts <JSON>`. Prints what it saw.
import { createWriteStream } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { getHeapStatistics } from 'node:v8';
import { projectTodos } from '../../../src/core/plan.ts';
import { fileStore } from '../../../src/file/index.ts';
import { sessionPaths } from '../../../src/file/session-paths.ts';
import { readHead } from '../../../src/store/read-head.ts';

const { root, events, items, sessions } = JSON.parse(process.argv[2] ?? '') as {
  readonly root: string;
  readonly events: number;
  readonly items: number;
  readonly sessions: number;
}; // written by the test that starts this file

const header = (id: string) =>
  `${JSON.stringify({ type: 'session', version: 1, id, uid: `uid of ${id}`, createdAt: 1_764_520_000_000 })}\n`;
const todos = Array.from({ length: items }, (_, n) => ({
  content: `Task ${n}: the quick brown fox`,
  status: 'pending',
}));
const rest = `"time":1764520000000,"type":"todo/write","turn":1,"data":${JSON.stringify({ todos })}}\n`;

async function makeLarge(id: string): Promise<number> {
  const { directory, log } = sessionPaths(root, id);
  await mkdir(directory, { recursive: true });
  const out = createWriteStream(log);
  out.write(header(id));
  for (let seq = 0; seq < events; seq += 1) {
    if (!out.write(`{"seq":${seq},${rest}`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return (await stat(log)).size;
}

const bytes = await makeLarge('large');
for (let n = 0; n < sessions; n += 1) {
  const id = `session ${n}`;
  const { directory, log } = sessionPaths(root, id);
  await mkdir(directory, { recursive: true });
  await writeFile(log, `${header(id)}{"seq":0,${rest}`);
}

const store = fileStore(root);
async function timed<T>(run: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  return [await run(), Math.round(performance.now() - began)];
}
const [head, planMs] = await timed(() => readHead(store, 'large'));
const [page, middleMs] = await timed(() =>
  store.read('large', { fromSeq: Math.floor(events / 2), limit: 10 }),
);
const [appended, appendMs] = await timed(() =>
  store.append('large', [{ time: 0, type: 'test/note', data: 1 }], { expectedVersion: events }),
);
const [listed, listMs] = await timed(async () => {
  const ids: string[] = [];
  for (let cursor: string | undefined; ;) {
    const found = await store.list({ cursor, limit: 300 });
    ids.push(...found.sessions.map(({ id }) => id));
    if (found.cursor === undefined) return ids;
    ({ cursor } = found);
  }
});
const [, deleteMs] = await timed(() => store.delete('large'));
await store.close();
console.log(
  JSON.stringify({
    bytes,
    heapLimit: getHeapStatistics().heap_size_limit,
    version: head.version,
    items: head.state.todos?.length,
    first: projectTodos(page?.events ?? []).asOfSeq - 9,
    appended: appended.version,
    sessions: new Set(listed).size,
    planMs,
    middleMs,
    appendMs,
    listMs,
    deleteMs,
  }),
);
