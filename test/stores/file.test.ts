import { describe, expect, test } from 'vitest';
import { sessionStoreCases } from '../../src/testing/index.ts';
import { fileHarness } from './file-harness.ts';

for (const durability of ['disk', 'os'] as const) {
  const whole = await fileHarness({ durability });
  // What another process does needs no second look without the sync, and starting it takes long.
  const { appendElsewhere: _a, killedAppend: _k, loseReply: _l, ...rest } = whole;
  const harness = durability === 'disk' ? whole : rest;
  describe(`a file store with durability ${durability}`, () => {
    for (const { rule, name, skip, run } of sessionStoreCases(harness)) {
      test(`${rule}: ${name}`, async (context) => {
        if (skip) {
          console.info(`Skipped for the file store (${durability}): ${rule}: ${name} (${skip})`);
          context.skip(skip);
        }
        await expect(run()).resolves.toBeUndefined();
      });
    }
  });
}
