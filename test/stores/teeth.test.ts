import { describe, expect, test } from 'vitest';
import { sessionStoreCases } from '../../src/testing/index.ts';
import { breakHarness } from './breakage.ts';
import { brokenAppends } from './broken-appends.ts';
import { brokenLives } from './broken-lives.ts';
import { brokenPromises } from './broken-promises.ts';
import { brokenSessions } from './broken-sessions.ts';
import { brokenValues } from './broken-values.ts';
import { brokenWatches } from './broken-watches.ts';
import { fakeHarness } from './fake-spaces.ts';

const breakages = [
  brokenAppends,
  brokenPromises,
  brokenValues,
  brokenSessions,
  brokenWatches,
  brokenLives,
].flat();

describe('the suite finds a store that', () => {
  for (const breakage of breakages) {
    test(`${breakage.rule}: ${breakage.what}`, async () => {
      const cases = sessionStoreCases(breakHarness(fakeHarness(), breakage));
      const ofRule = cases.filter(({ rule, skip }) => rule === breakage.rule && skip === undefined);
      const outcomes = await Promise.allSettled(ofRule.map(({ run }) => run()));
      const failed = outcomes.filter(({ status }) => status === 'rejected');
      expect(failed).not.toHaveLength(0);
    });
  }
});
