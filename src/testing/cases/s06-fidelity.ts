import type { NewSessionEvent } from '../../core/event.ts';
import { hasCode } from '../../core/errors.ts';
import { check, checkEqual, checkRefused, show } from '../expect.ts';
import { JSON_VALUES, nested, nonJsonValues, randomEvent } from '../json-samples.ts';
import { seededRandom } from '../random-json.ts';
import { append, asStored, checkAbsent, checkLog, note, notes, readAll } from '../samples.ts';
import type { CaseContext, CaseDefinition } from '../store-case.ts';

export const fidelityCases: readonly CaseDefinition[] = [
  {
    rule: 'S6',
    name: 'values that encoders and clients stumble over come back equal, also by tail',
    async run({ store }) {
      const batch = JSON_VALUES.map((data) => note(data));
      await append(store, batch);
      const { events } = await readAll(store);
      const tail = await store.tail('session', batch.length);
      JSON_VALUES.forEach((value, n) => {
        checkEqual(events[n]?.data, value, `data ${show(value)}`);
        checkEqual(tail?.events[n]?.data, value, `data ${show(value)} by tail`);
      });
    },
  },
  {
    rule: 'S6',
    name: 'values come back equal after a restart',
    needs: ['reopens'],
    async run({ store, open }) {
      const batch = JSON_VALUES.map((data) => note(data));
      await append(store, batch);
      await store.close();
      await checkLog(await open(), asStored(batch), 'after the restart');
    },
  },
  {
    rule: 'S6',
    name: 'unknown types and unknown fields of an event come back equal',
    async run({ store }) {
      const batch: NewSessionEvent[] = [
        { time: 1, type: 'host.note', data: null },
        { time: 1, type: 'todo/write', data: { todos: [] }, callId: 'call-1', turn: 1, id: 'w' },
        { time: 1, type: 'todo/write', data: { not: 'a list' }, v: 99, nested: { a: [1] } },
        { time: 0, type: 'turn/start', data: 5, '': 'empty key', ['__proto__']: { x: 1 } },
        { time: -1.5, type: '\u2028', data: [], uid: 'u', version: 7, header: {}, events: [] },
        { time: 2 ** 53, type: ' ', data: '', constructor: 'c', toString: 't', length: 3 },
      ];
      await append(store, batch);
      await checkLog(store, asStored(batch), 'after the append');
    },
  },
  {
    rule: 'S6',
    name: '200 events of random content come back equal',
    async run({ store }) {
      const random = seededRandom(20_251);
      let version = 0;
      for (let round = 0; round < 20; round += 1) {
        const batch = Array.from({ length: 10 }, () => randomEvent(random));
        await append(store, batch, version);
        const stored = asStored(batch, version);
        const slice = await store.read('session', { fromSeq: version });
        stored.forEach((event, n) => checkEqual(slice?.events[n], event, 'a random event'));
        version += batch.length;
      }
    },
  },
  {
    rule: 'S6',
    name: 'the order of keys and an object without a prototype make no difference',
    async run({ store }) {
      const bare: unknown = Object.assign(Object.create(null), { b: 1, a: { c: 2 } });
      await append(store, [{ data: bare, type: 'test/note', time: 3, extra: 1, id: 'x' }]);
      const expected = {
        extra: 1,
        id: 'x',
        time: 3,
        type: 'test/note',
        data: { a: { c: 2 }, b: 1 },
      };
      await checkLog(store, asStored([expected]), 'after the append');
    },
  },
  {
    rule: 'S6',
    name: 'what is no JSON is refused wherever it stands, and nothing is stored',
    async run({ store }) {
      for (const [name, value] of nonJsonValues()) {
        const places: readonly (readonly [string, NewSessionEvent])[] = [
          ['as data', { time: 1, type: 'test/note', data: value }],
          ['in a list', note([1, value])],
          ['in an object', note({ deep: [{ in: value }] })],
          ['in an unknown field', note({}, { extra: value })],
        ];
        for (const [place, event] of places) {
          await checkRefused(`${name} ${place}`, 'invalid_event', () => append(store, [event]));
        }
      }
      await checkAbsent(store, 'after the refusals');
    },
  },
  {
    rule: 'S6',
    name: 'what is no event is refused, and nothing is stored',
    async run({ store }) {
      const { time, type, data } = { time: 1, type: 'test/note', data: null };
      const bad: unknown[] = [
        null,
        undefined,
        'event',
        5,
        [],
        {},
        { type, data },
        { time, data },
        { time, type },
        { time: '1', type, data },
        { time: null, type, data },
        { time, type: '', data },
        { time, type: 5, data },
        { time, type: 'a\ud83d', data },
        { time, type, data, id: '' },
        { time, type, data, id: 5 },
        { time, type, data, id: 'a\ud83d' },
        { time, type, data, 'a\ud83d': 1 },
      ];
      for (const event of bad) {
        await checkRefused(`an event ${show(event)}`, 'invalid_event', () =>
          // The cast: JavaScript callers can pass anything.
          append(store, [note('good'), event as NewSessionEvent]),
        );
      }
      const lists: unknown[] = [null, undefined, 'events', {}, note(), Array(2), new Set(notes(1))];
      for (const list of lists) {
        await checkRefused(`events ${show(list)}`, 'invalid_event', () =>
          append(store, list as NewSessionEvent[]),
        );
      }
      await checkAbsent(store, 'after the refusals');
    },
  },
  {
    rule: 'S6',
    name: 'a value that is nested too deep is refused or comes back, but breaks nothing',
    async run({ store }) {
      await checkDepth(store, 500);
      await checkDepth(store, 100_000);
      const head = notes(1);
      await append(store, head, 0, 'other');
      await checkLog(store, asStored(head), 'another session', 'other');
    },
  },
  {
    rule: 'S6',
    name: 'a bad event is refused before any I/O: the answer is the same while the store is away',
    needs: ['outage'],
    async run({ store, space, harness }) {
      await harness.outage.begin({ store, space });
      try {
        await checkRefused('a bad event', 'invalid_event', () => append(store, [note(1n)]));
        await checkRefused('a bad id', 'invalid_session_id', () => append(store, notes(1), 0, ''));
        await checkRefused('a bad version', 'invalid_option', () => append(store, notes(1), -1));
      } finally {
        await harness.outage.end({ store, space });
      }
    },
  },
];

async function checkDepth(store: CaseContext['store'], levels: number): Promise<void> {
  const sessionId = `${levels} levels`;
  try {
    await append(store, [note(nested(levels))], 0, sessionId);
  } catch (error) {
    check(hasCode(error, 'invalid_event'), `${levels} levels were refused with ${String(error)}.`);
    await checkAbsent(store, 'after the refusal', sessionId);
    return;
  }
  let value = (await readAll(store, sessionId)).events[0]?.data;
  let depth = 0;
  while (typeof value === 'object' && value !== null) {
    depth += 1;
    value = Object.values(value)[0] as unknown;
  }
  checkEqual(depth, levels, 'levels that came back');
}
