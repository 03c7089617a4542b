import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { violationsByIndex, wellFormedLog } from './log.ts';
import { MUTATIONS, type Mutation } from './mutations.ts';

const by = fc.integer({ min: -9, max: 9 }).filter((number) => number !== 0);

/** What a check gets wrong about a log that was changed at one place. */
function mistakes({ breaks }: Mutation, events: readonly unknown[], at: number): string[] {
  const found = violationsByIndex(events);
  const rules = found.map(({ rule }) => rule);
  return [
    ...(found.length === 0 ? ['it sees nothing'] : []),
    ...found.filter((violation) => violation.at < at).map(({ rule }) => `${rule} comes too early`),
    ...rules.filter((rule, i) => rules.indexOf(rule) < i).map((rule) => `${rule} comes twice`),
    ...(breaks !== undefined && !rules.some((rule) => rule === breaks) ? [`no ${breaks}`] : []),
  ];
}

describe('a log in which one thing was changed', () => {
  test('is clean before the change', () => {
    fc.assert(
      fc.property(wellFormedLog, (events) => {
        expect(violationsByIndex(events)).toEqual([]);
      }),
    );
  });

  test.each(MUTATIONS)(
    '$name: each broken rule is reported once, at the change or after it',
    (mutation) => {
      let changes = 0;
      fc.assert(
        fc.property(wellFormedLog, by, (events, number) => {
          const places = [...events.keys()].filter((at) => mutation.applies(events, at));
          changes += places.length;
          const wrong = places.flatMap((at) =>
            mistakes(mutation, mutation.apply(events, at, number), at).map((what) => ({
              at,
              what,
            })),
          );
          expect(wrong).toEqual([]);
        }),
      );
      expect(changes).toBeGreaterThan(0);
    },
  );
});
