import { expect, test } from 'vitest';
import { sessionStoreCases } from '../../src/testing/index.ts';
import { fakeHarness } from './fake-spaces.ts';

const cases = sessionStoreCases(fakeHarness());

test('a harness that has every part skips nothing', () => {
  expect(cases.filter(({ skip }) => skip !== undefined)).toEqual([]);
});

test('every rule has cases, and no two cases of a rule have one name', () => {
  const rules = Array.from({ length: 13 }, (_, n) => `S${n + 1}`);
  expect([...new Set(cases.map(({ rule }) => rule))]).toEqual(rules);
  expect(new Set(cases.map(({ rule, name }) => `${rule}: ${name}`)).size).toBe(cases.length);
});

for (const { rule, name, run } of cases) {
  test(`${rule}: ${name}`, () => expect(run()).resolves.toBeUndefined());
}
