import { expect, test } from 'vitest';
import { memoryStore } from '../../src/store/memory-store.ts';
import { sessionStoreCases } from '../../src/testing/index.ts';

for (const { rule, name, skip, run } of sessionStoreCases({ open: () => memoryStore() })) {
  test(`${rule}: ${name}`, async (context) => {
    if (skip) {
      console.info(`Skipped for the memory store: ${rule}: ${name} (${skip})`);
      context.skip(skip);
    }
    await expect(run()).resolves.toBeUndefined();
  });
}
