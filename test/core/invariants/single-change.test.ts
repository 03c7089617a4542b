import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { violationsByIndex, wellFormedLog } from './log.ts';
import { MUTATIONS } from './mutations.ts';

const by = fc.integer({ min: -9, max: 9 }).filter((number) => number !== 0);

describe('a log in which one thing was changed', () => {
  test('is clean before the change', () => {
    fc.assert(
      fc.property(wellFormedLog, (events) => {
        expect(violationsByIndex(events)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test.each(MUTATIONS)(
    '$name: each broken rule is reported once, at the change or after it',
    (mutation) => {
      let changes = 0;
      fc.assert(
        fc.property(wellFormedLog, by, (events, number) => {
          for (const [at] of events.entries()) {
            if (!mutation.applies(events, at)) continue;
            changes += 1;
            const found = violationsByIndex(mutation.apply(events, at, number));
            const rules = found.map(({ rule }) => rule);
            expect(found.length).toBeGreaterThan(0);
            expect(Math.min(...found.map((violation) => violation.at))).toBeGreaterThanOrEqual(at);
            expect(rules).toEqual([...new Set(rules)]);
            expect(rules).toContain(mutation.breaks ?? rules[0]);
          }
        }),
      );
      expect(changes).toBeGreaterThan(0);
    },
  );
});
