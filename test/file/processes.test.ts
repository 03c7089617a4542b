import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { fileStore, type FileStore } from '../../src/file/index.ts';
import { checkSession } from '../../src/index.ts';
import { makeFolder, runChild, startChild } from './support/child.ts';
import { KILL_POINTS } from './support/faults.ts';
import { event, folderOf, logOf, SESSION } from './support/log.ts';
import { wholeTurn } from './support/whole-turn.ts';

let root: string;
let store: FileStore;
const opened: FileStore[] = [];

beforeEach(async () => {
  root = await makeFolder();
  store = fileStore(root);
  opened.push(store);
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

/** Every line of a log as an event; fails where one does not parse. */
async function linesOf(path: string): Promise<{ readonly seq: number; readonly id: string }[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  expect(lines.pop()).toBe('');
  return lines.slice(1).map((line) => JSON.parse(line) as { seq: number; id: string });
}

describe('processes that append to one session', () => {
  test.each([
    [6, 200, 40],
    [6, 5, 300_000],
    [2, 200, 8_000],
  ])(
    '%i of them, %i times each, %i bytes: nothing is lost, doubled or spliced',
    async (count, appends, size) => {
      const labels = Array.from({ length: count }, (_, n) => `process ${n}`);
      const told = (await Promise.all(
        labels.map((label) =>
          runChild('append-many.ts', { root, sessionId: SESSION, count: appends, label, size }),
        ),
      )) as number[][]; // what the script prints
      const events = await linesOf(logOf(root));
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, n) => n));
      expect(events).toHaveLength(count * appends);
      expect(new Set(events.map(({ id }) => id)).size).toBe(count * appends);
      told.forEach((seqs, n) => {
        expect(seqs.map((seq) => events[seq]?.id)).toEqual(seqs.map((_, i) => `${labels[n]} ${i}`));
      });
      expect((await store.read(SESSION))?.version).toBe(count * appends);
      expect(await readdir(folderOf(root))).toEqual(['events.jsonl']);
    },
    120_000,
  );

  test('and those of one process that do not wait for each other', async () => {
    const appends = Array.from({ length: 50 }, (_, n) =>
      store.append(SESSION, [event(n, 'x'.repeat(1_000))], { expectedVersion: n }),
    );
    const versions = (await Promise.all(appends)).map(({ version }) => version);
    expect(versions).toEqual(appends.map((_, n) => n + 1));
    expect((await linesOf(logOf(root))).map(({ id }) => id)).toEqual(
      appends.map((_, n) => `event ${n}`),
    );
  });
});

describe('a process that is killed', () => {
  test.each(KILL_POINTS)('%s leaves a session that goes on at once', async (point) => {
    const batch = [event(1), event(2), event(3)];
    for (const expectedVersion of [0, 1]) {
      const append = {
        sessionId: `${SESSION} ${expectedVersion}`,
        events: batch,
        options: { expectedVersion },
      };
      const { sessionId } = append;
      if (expectedVersion > 0) await store.append(sessionId, [event(0)], { expectedVersion: 0 });
      // A session that is made anew has nothing to be read under the lock.
      else if (point === 'while the lock is held') continue;
      const child = startChild('append-child.ts', { root, append, point });
      expect(await child.gone).toBeNull();
      expect(child.output()).toBe('');

      const { version = 0 } = (await store.read(sessionId)) ?? {};
      expect([expectedVersion, expectedVersion + batch.length]).toContain(version);
      expect(version > expectedVersion).toBe(point.startsWith('after'));
      const began = performance.now();
      // The caller does not know the outcome, and repeats: it counts once.
      const again = await store.append(sessionId, batch, { expectedVersion });
      expect(again.version).toBe(expectedVersion + batch.length);
      expect(performance.now() - began).toBeLessThan(3_000);
      expect((await store.inspect(sessionId))?.damage).toEqual([]);
      expect(await linesOf(logOf(root, sessionId))).toHaveLength(again.version);
    }
  });

  test('200 times at any moment: nothing acknowledged is lost, nothing half-written is seen', async () => {
    const kill = async (sessionId: string): Promise<number> => {
      const before = (await store.tail(sessionId, 1))?.version ?? 0;
      const child = startChild('keep-appending.ts', { root, sessionId });
      const delay = Math.random() * 40;
      // Not before it writes, or most would die while they start.
      await Promise.race([once(child.process.stdout ?? child.process, 'data'), child.gone]);
      await new Promise((resolve) => {
        setTimeout(resolve, delay);
      });
      child.process.kill('SIGKILL');
      expect(await child.gone).toBeNull();
      const acknowledged = Number(child.output().trimEnd().split('\n').at(-1) ?? before);

      const { version = 0, events = [] } = (await store.tail(sessionId, 20)) ?? {};
      expect(version).toBeGreaterThanOrEqual(acknowledged);
      expect(version % 3).toBe(0);
      expect(events.at(-1)?.more).toBeUndefined();
      const began = performance.now();
      await store.append(sessionId, wholeTurn(version, 10), { expectedVersion: version });
      return performance.now() - began;
    };
    const waits = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (sessionId) => {
        const longest: number[] = [];
        for (let n = 0; n < 50; n += 1) longest.push(await kill(sessionId));
        expect((await checkSession(store, sessionId)).violations).toEqual([]);
        expect((await store.inspect(sessionId))?.damage).toEqual([]);
        // What the dead left behind is cleared away, but for torn ends.
        const left = (await readdir(folderOf(root, sessionId))).filter(
          (name) => !name.endsWith('.part'),
        );
        expect(left.filter((name) => name !== 'lock')).toEqual(['events.jsonl']);
        return Math.max(...longest);
      }),
    );
    expect(Math.max(...waits)).toBeLessThan(5_000);
    console.info(`The longest wait of a writer after a kill: ${Math.max(...waits).toFixed(0)} ms`);
  }, 300_000);
});
