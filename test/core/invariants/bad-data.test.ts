import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkEvents } from '../../../src/core/invariants/check-events.ts';
import { createSessionTrace } from '../../../src/core/invariants/session-trace.ts';
import { end, item, log, start, write, wellFormedLog } from './log.ts';

const throwing = (field: string) =>
  Object.defineProperty({ ...log(start(1))[0] }, field, {
    enumerable: true,
    get() {
      throw new Error('no');
    },
  });

function revoked(target: object): unknown {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

function circular(): unknown {
  const event: Record<string, unknown> = { ...log(start(1))[0] };
  event['data'] = event;
  return event;
}

const STRANGE: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['undefined', undefined],
  ['text', 'turn/start'],
  ['a number', NaN],
  ['a bigint', 10n],
  ['a symbol', Symbol('s')],
  ['a function', () => {}],
  ['a list', [start(1)]],
  ['an empty object', {}],
  ['an object without a prototype', Object.create(null)],
  ['a date', new Date(0)],
  ['a map', new Map([['type', 'turn/start']])],
  ['an object that holds itself', circular()],
  ['an accessor that throws in the place of the seq', throwing('seq')],
  ['an accessor that throws in the place of the type', throwing('type')],
  ['an accessor that throws in the place of the data', throwing('data')],
  ['an accessor that throws in an unknown field', throwing('other')],
  ['a revoked proxy', revoked({})],
  ['a revoked proxy of a list', revoked([])],
  ['revoked data', { ...log(start(1))[0], data: revoked({}) }],
  ['a revoked list of todos', { ...log(write([]))[0], data: { todos: revoked([]) } }],
  ['a revoked task', log(write([revoked(item('a'))]))[0]],
  ['a symbol as a type', { ...log(start(1))[0], type: Symbol('s') }],
  ['a bigint as a seq', { ...log(start(1))[0], seq: 0n }],
];

describe('a check never throws for bad data', () => {
  test.each(STRANGE)('%s is reported, and the check goes on', (_, event) => {
    const result = checkEvents([
      ...log(start(1)),
      event,
      ...log(end(1)).map((e) => ({ ...e, seq: 2 })),
    ]);
    expect(result.events).toBe(3);
    expect(result.violations.length).toBeGreaterThan(0);
  });

  test('whatever stands in the list', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
    });
    const almost = fc.record(
      {
        seq: fc.oneof(fc.nat(5), anything),
        time: fc.oneof(fc.integer(), anything),
        type: fc.oneof(fc.constantFrom('turn/start', 'turn/end', 'todo/write'), anything),
        data: fc.oneof(
          fc.record(
            { turn: fc.oneof(fc.nat(3), anything), reason: anything },
            { requiredKeys: [] },
          ),
          fc.record({ todos: fc.oneof(fc.array(anything), anything) }),
          anything,
        ),
        turn: anything,
        more: anything,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(almost, anything)), (events) => {
        const { events: count, violations, notes } = checkEvents(events);
        expect(count).toBe(events.length);
        for (const { seq, message } of [...violations, ...notes]) {
          expect(Number.isSafeInteger(seq)).toBe(true);
          expect(message).not.toBe('');
        }
      }),
    );
  });

  test('a header of any kind is reported', () => {
    for (const [, header] of STRANGE) {
      expect(createSessionTrace().header(header).length).toBeGreaterThan(0);
    }
  });
});

describe('a check changes nothing', () => {
  test('of the events that it is given', () => {
    fc.assert(
      fc.property(wellFormedLog, (events) => {
        const before = structuredClone(events);
        checkEvents(events);
        expect(events).toEqual(before);
      }),
    );
  });
});
