import type { NewSessionEvent } from '../../core/event.ts';
import { checkEqual } from '../expect.ts';
import { append, asStored, checkLog, listAll, note, notes, readAll, SESSION } from '../samples.ts';
import type { CaseDefinition } from '../store-case.ts';

const sample = () => note({ list: [{ text: 'as given' }], record: { n: 1 } }, { extra: ['kept'] });

export const copyCases: readonly CaseDefinition[] = [
  {
    rule: 'S7',
    name: 'changing what was passed in after the append changes nothing',
    async run({ store }) {
      const batch = [sample(), sample()];
      const expected = asStored(structuredClone(batch));
      await append(store, batch);
      vandalise(batch);
      await checkLog(store, expected, 'after the change');
    },
  },
  {
    rule: 'S7',
    name: 'changing what was passed in while the append is under way changes nothing',
    async run({ store }) {
      for (const waits of [0, 1, 2, 5]) {
        const sessionId = `changed after ${waits} ticks`;
        const batch = [sample(), sample()];
        const expected = asStored(structuredClone(batch));
        const options = { expectedVersion: 0, parentSession: 'parent' };
        const pending = store.append(sessionId, batch, options);
        for (let n = 0; n < waits; n += 1) await Promise.resolve();
        vandalise(batch);
        vandalise(options);
        await pending;
        await checkLog(store, expected, 'after the change', sessionId);
        const { header } = await readAll(store, sessionId);
        checkEqual(header.parentSession, 'parent', 'the parent in the header');
      }
    },
  },
  {
    rule: 'S7',
    name: 'changing what read, tail, list and append gave changes nothing',
    async run({ store }) {
      const batch = [sample(), sample()];
      const expected = asStored(structuredClone(batch));
      const answer = await append(store, batch);
      const before = structuredClone(await readAll(store));
      const page = structuredClone(await listAll(store));
      vandalise(answer);
      vandalise(await store.read(SESSION));
      vandalise(await store.tail(SESSION, 2));
      vandalise(await store.read(SESSION, { fromSeq: 1, limit: 1 }));
      vandalise(await store.list());
      vandalise(await listAll(store));
      await checkLog(store, expected, 'after the change');
      checkEqual(await store.read(SESSION), before, 'the session');
      checkEqual(await store.tail(SESSION, 2), before, 'the tail');
      checkEqual(await listAll(store), page, 'the list');
    },
  },
  {
    rule: 'S7',
    name: 'two reads give two copies',
    async run({ store }) {
      await append(store, [sample()]);
      const first = await readAll(store);
      const second = await readAll(store);
      const before = structuredClone(second);
      vandalise(first);
      checkEqual(second, before, 'the second copy after the first was changed');
    },
  },
  {
    rule: 'S7',
    name: 'append takes frozen values and changes nothing of what it is given',
    async run({ store }) {
      for (const sessionId of ['given', 'given frozen']) {
        const batch = [sample(), sample()];
        const options = { expectedVersion: 0, parentSession: 'parent' };
        const given = structuredClone({ batch, options });
        if (sessionId === 'given frozen') deepFreeze([batch, options]);
        await store.append(sessionId, batch, options);
        checkEqual({ batch, options }, given, 'what was passed in');
        await checkLog(store, asStored(given.batch), 'after the append', sessionId);
      }
    },
  },
  {
    rule: 'S7',
    name: 'one object that stands in several events is copied into each',
    async run({ store }) {
      const shared: Record<string, unknown> = { n: 1 };
      const batch: NewSessionEvent[] = [note(shared), note([shared, shared])];
      const expected = asStored(structuredClone(batch));
      await append(store, batch);
      shared['n'] = 2;
      await append(store, notes(1), 2);
      const { events } = await readAll(store);
      vandalise(events[0]);
      checkEqual((await readAll(store)).events.slice(0, 2), expected, 'after the change');
      checkEqual(events[1], expected[1], 'the second event after the first was changed');
    },
  },
];

/** Overwrites and empties everything that can be reached; what is frozen may stay as it is. */
function vandalise(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    vandalise((value as Record<string, unknown>)[key]); // the cast: an own key of an object
    Reflect.set(value, key, 'vandalised');
  }
  Reflect.set(value, 'added', 'vandalised');
  if (Array.isArray(value) && !Object.isFrozen(value)) value.length = 0;
}

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.values(value).forEach(deepFreeze);
  Object.freeze(value);
}
