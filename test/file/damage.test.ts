import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { fileStore, type FileStore } from '../../src/file/index.ts';
import { SessionDamagedError } from '../../src/index.ts';
import { makeFolder } from './support/child.ts';
import { digestOf, event, folderOf, logOf, numbersIn, SESSION } from './support/log.ts';

let root: string;
let store: FileStore;
const opened: FileStore[] = [];

beforeEach(async () => {
  root = await makeFolder();
  store = fileStore(root);
  opened.push(store);
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

/** Writes a session of six events and puts other bytes in the place of some of its lines; line 1 is the header. */
async function makeDamaged(change: (lines: string[]) => void): Promise<string[]> {
  for (let n = 0; n < 6; n += 1) {
    await store.append(SESSION, [writeOf(n)], { expectedVersion: n });
  }
  const lines = (await readFile(logOf(root), 'utf8')).split('\n');
  change(lines);
  await writeFile(logOf(root), lines.join('\n'));
  return lines;
}

/** An event that is a plan of one task, so that the last good one can be told. */
function writeOf(n: number) {
  const todos = [{ content: `task ${n}`, status: 'pending' }];
  return { ...event(n), type: 'todo/write', turn: 1, data: { todos } };
}

const renumber = (line = '', seq = 0) => line.replace(/^\{"seq":\d+/, `{"seq":${seq}`);
const half = (line = '') => line.slice(0, line.length / 2);

const KINDS: readonly (readonly [string, (lines: string[]) => void])[] = [
  ['300 NUL bytes', (lines) => void (lines[3] = '\0'.repeat(300))],
  ['half a record fused with a whole one', (lines) => void (lines[3] = half(lines[3]) + lines[3])],
  [
    'half a record fused with the next',
    (lines) => void lines.splice(3, 2, half(lines[3]) + lines[4]),
  ],
  ['joined records', (lines) => void (lines[3] = `${lines[3]}${lines[3]}`)],
  ['}{', (lines) => void (lines[3] = '}{')],
  ['an empty line', (lines) => void (lines[3] = '')],
  ['JSON that is no event', (lines) => void (lines[3] = '{"v":1,"type":"host.note"}')],
  ['a number', (lines) => void (lines[3] = '5')],
  ['bytes that are no UTF-8', (lines) => void (lines[3] = half(lines[3]) + '\uD800')],
];

describe('a bad line in the middle', () => {
  test.each(KINDS)(
    'of %s is named by what touches it, and nothing is changed',
    async (_, change) => {
      const lines = await makeDamaged(change);
      const digest = await digestOf(root);
      const byte = Buffer.byteLength(lines.slice(0, 3).join('\n')) + 1;
      for (const read of [
        () => store.read(SESSION),
        () => store.tail(SESSION, 5),
        () => store.read(SESSION, { fromSeq: 2, limit: 1 }),
      ]) {
        const error = await read().then(
          () => undefined,
          (caught: unknown) => caught,
        );
        expect(SessionDamagedError.isInstance(error)).toBe(true);
        expect(error).toMatchObject({ place: { line: 4, byte } });
        expect((error as Error).message).not.toContain(root);
      }
      // What does not touch it goes on.
      expect(await store.tail(SESSION, 1)).toMatchObject({ version: 6, events: [{ seq: 5 }] });
      expect((await store.list()).sessions).toHaveLength(1);
      expect(await digestOf(root)).toBe(digest);
    },
  );

  test.each(KINDS)('of %s leaves the other events and the plan readable', async (_, change) => {
    const lines = await makeDamaged(change);
    const digest = await digestOf(root);
    const inspection = await store.inspect(SESSION);
    expect(inspection).toMatchObject({ version: 6, torn: null, header: { id: SESSION } });
    expect(inspection?.damage).toEqual([
      {
        line: 4,
        byte: Buffer.byteLength(lines.slice(0, 3).join('\n')) + 1,
        length: Buffer.byteLength(lines[3] ?? '') + 1,
        what: expect.any(String),
      },
    ]);
    const seqs = inspection?.events.map(({ seq }) => seq) ?? [];
    expect([...seqs, ...(inspection?.missing ?? [])].toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(inspection?.plan.todos).toEqual([{ content: 'task 5', status: 'pending' }]);
    expect(await digestOf(root)).toBe(digest);
  });

  test.each(KINDS)('of %s is taken out by a repair, which keeps the rest', async (_, change) => {
    const lines = await makeDamaged(change);
    const damaged = await readFile(logOf(root));
    const before = await store.inspect(SESSION);
    const repair = await store.repair(SESSION);
    expect(repair).toMatchObject({ changed: true, version: 6, damage: before?.damage });
    expect(repair.lost).toEqual(before?.missing);

    const after = await store.read(SESSION);
    expect(after?.header).toEqual(before?.header);
    expect(after?.events.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5]);
    const good = after?.events.filter(({ seq }) => !repair.lost.includes(seq));
    expect(good).toEqual(before?.events);
    const lost = after?.events.filter(({ seq }) => repair.lost.includes(seq)) ?? [];
    expect(lost.map(({ type }) => type)).toEqual(repair.lost.map(() => 'log/lost'));
    const log = await readFile(logOf(root), 'utf8');
    for (const line of [lines[0], lines[1], lines[2]]) expect(log).toContain(`${line}\n`);
    expect(await readFile(`${folderOf(root)}/${repair.keptAs}`)).toEqual(damaged);

    await store.append(SESSION, [event(6)], { expectedVersion: 6 });
    expect((await store.inspect(SESSION))?.damage).toEqual([]);
    expect(await store.repair(SESSION)).toMatchObject({ changed: false, version: 7, keptAs: null });
  });

  test.each(KINDS)('of %s stops a deletion, until it is repaired', async (_, change) => {
    await makeDamaged(change);
    await expect(store.delete(SESSION)).rejects.toMatchObject({ code: 'session_damaged' });
    expect(await store.inspect(SESSION)).not.toBeNull();
    await store.repair(SESSION);
    await store.delete(SESSION);
    expect(await store.read(SESSION)).toBeNull();
    await expect(readFile(folderOf(root))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('events whose numbers are wrong', () => {
  const seqs = async () => (await store.inspect(SESSION))?.events.map(({ seq }) => seq);

  test.each<[string, (lines: string[]) => void, number[], number[], number[]?]>([
    ['one that stands twice', (l) => void l.splice(3, 0, l[2] ?? ''), [0, 1, 2, 3, 4, 5], []],
    [
      'a last one that stands twice',
      (l) => void l.splice(7, 0, l[6] ?? ''),
      [0, 1, 2, 3, 4, 5],
      [],
    ],
    [
      'two that changed places',
      (l) => void l.splice(3, 2, l[4] ?? '', l[3] ?? ''),
      [0, 1, 2, 4, 5],
      [3],
    ],
    ['one that runs ahead', (l) => void (l[3] = renumber(l[3], 7)), [0, 1, 3, 4, 5], [2]],
    ['one that is gone', (l) => void l.splice(3, 1), [0, 1, 3, 4, 5], [2]],
    ['a first one that is gone', (l) => void l.splice(1, 1), [1, 2, 3, 4, 5], [0]],
    [
      'a last one far ahead',
      (l) => void (l[6] = renumber(l[6], 99_999)),
      [0, 1, 2, 3, 4],
      [],
      [99_999],
    ],
  ])('%s', async (_, change, readable, missing, leftOut = []) => {
    await makeDamaged(change);
    const digest = await digestOf(root);
    await expect(store.read(SESSION)).rejects.toMatchObject({ code: 'session_damaged' });
    expect(await seqs()).toEqual(readable);
    expect((await store.inspect(SESSION))?.missing).toEqual(missing);
    expect(await digestOf(root)).toBe(digest);
    const { version, lost } = await store.repair(SESSION);
    expect(lost).toEqual([...missing, ...leftOut]);
    const { events } = (await store.read(SESSION)) ?? {};
    expect(events?.map(({ seq }) => seq)).toEqual(Array.from({ length: version }, (__, n) => n));
    expect((await store.inspect(SESSION))?.damage).toEqual([]);
  });

  test.each<[string, (lines: string[]) => void]>([
    ['a wrong number at the end', (l) => void (l[6] = renumber(l[6], 9))],
    ['a last event that stands twice', (l) => void l.splice(7, 0, l[6] ?? '')],
    ['a last line that is JSON and no event', (l) => void (l[6] = '{"type":"foreign"}')],
  ])('%s stops the writer', async (_, change) => {
    await makeDamaged(change);
    const digest = await digestOf(root);
    for (const expectedVersion of [5, 6, 10]) {
      const append = store.append(SESSION, [event(9)], { expectedVersion });
      await expect(append).rejects.toMatchObject({ code: 'session_damaged' });
    }
    expect(await digestOf(root)).toBe(digest);
  });
});

describe('a damaged header', () => {
  test('is reported by every reader and writer, and the session is still listed', async () => {
    await makeDamaged((lines) => void (lines[0] = '\0'.repeat(100)));
    const place = { line: 1, byte: 0 };
    await expect(store.read(SESSION)).rejects.toMatchObject({ code: 'session_damaged', place });
    await expect(store.tail(SESSION, 1)).rejects.toMatchObject({ place });
    const append = store.append(SESSION, [event(6)], { expectedVersion: 6 });
    await expect(append).rejects.toMatchObject({ place });
    expect((await store.list()).sessions).toEqual([{ id: SESSION, createdAt: expect.any(Number) }]);
    expect(await store.inspect(SESSION)).toMatchObject({ header: null, version: 6 });
  });

  test.each<[string, (lines: string[]) => void]>([
    ['replaced', (lines) => void (lines[0] = 'garbage')],
    ['gone', (lines) => void lines.shift()],
  ])('that was %s is made anew by a repair, and the events stay', async (_, change) => {
    await makeDamaged(change);
    expect(await store.repair(SESSION)).toMatchObject({ changed: true, version: 6, lost: [] });
    expect(await store.read(SESSION)).toMatchObject({
      header: { type: 'session', version: 1, id: SESSION, uid: expect.any(String) },
      version: 6,
    });
  });

  test('of another session, as in a folder that was moved, is never read, repaired or deleted as this one', async () => {
    await store.append('other', [event(0)], { expectedVersion: 0 });
    await store.append(SESSION, [event(0)], { expectedVersion: 0 });
    await store.delete(SESSION);
    await rename(folderOf(root, 'other'), folderOf(root, SESSION));
    const digest = await digestOf(root);
    for (const run of [
      () => store.read(SESSION),
      () => store.append(SESSION, [event(1)], { expectedVersion: 1 }),
      () => store.repair(SESSION),
      () => store.delete(SESSION),
    ]) {
      await expect(run()).rejects.toMatchObject({ code: 'session_damaged' });
    }
    expect(await digestOf(root)).toBe(digest);
    await rename(folderOf(root, SESSION), folderOf(root, 'other'));
    expect(await numbersIn(store, 'other')).toEqual([0]);
  });
});

test('a batch that lost a line is shown without it, and a torn end behind damage stays a torn end', async () => {
  await store.append(SESSION, [event(0), event(1), event(2)], { expectedVersion: 0 });
  const log = await readFile(logOf(root), 'utf8');
  const lines = log.split('\n');
  lines[2] = 'x';
  await writeFile(logOf(root), `${lines.join('\n')}{"seq":3,"more":true}\n{"se`);
  const inspection = await store.inspect(SESSION);
  expect(inspection?.events.map(({ seq }) => seq)).toEqual([0, 2]);
  expect(inspection).toMatchObject({ missing: [1], torn: { line: 5 } });
  await store.repair(SESSION);
  expect((await store.read(SESSION))?.version).toBe(3);
});

test('events of unknown types and with unknown fields are read, passed over by the plan and appended to', async () => {
  const strange =
    '{"v":1,"seq":6,"type":"host.note"}\n{"seq":7,"time":1,"type":"turn/start","extra":[1.50],"data":{"turn":1}}\n';
  await makeDamaged(() => {});
  await appendFile(logOf(root), strange);
  expect((await store.tail(SESSION, 2))?.events).toEqual([
    { v: 1, seq: 6, type: 'host.note' },
    { seq: 7, time: 1, type: 'turn/start', extra: [1.5], data: { turn: 1 } },
  ]);
  await store.append(SESSION, [writeOf(8)], { expectedVersion: 8 });
  expect(await readFile(logOf(root), 'utf8')).toContain(strange);
  expect((await store.inspect(SESSION))?.plan).toMatchObject({
    todos: [{ content: 'task 8' }],
    asOfSeq: 8,
  });
});

test('unknown types, fields and their order survive a repair byte for byte', async () => {
  const strange = '{"v":1,"seq":1,"type":"host.note","extra":{"b":1,"a":[1.50,2]}}';
  await makeDamaged((lines) => {
    lines[2] = strange;
    lines[3] = 'x';
  });
  await store.repair(SESSION);
  expect(await readFile(logOf(root), 'utf8')).toContain(`\n${strange}\n`);
  expect((await store.read(SESSION))?.events[1]).toEqual(JSON.parse(strange));
});

test('an absent session has nothing to inspect or to repair', async () => {
  expect(await store.inspect('absent')).toBeNull();
  await expect(store.repair('absent')).rejects.toMatchObject({ code: 'session_not_found' });
  await expect(readFile(folderOf(root, 'absent'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a session of a newer version is left alone by inspect, repair and delete', async () => {
  await makeDamaged(
    (lines) => void (lines[0] = (lines[0] ?? '').replace('"version":1', '"version":99')),
  );
  const digest = await digestOf(root);
  const code = 'session_too_new';
  await expect(store.inspect(SESSION)).rejects.toMatchObject({ code });
  await expect(store.repair(SESSION)).rejects.toMatchObject({ code });
  await expect(store.delete(SESSION)).rejects.toMatchObject({ code });
  expect(await digestOf(root)).toBe(digest);
});
