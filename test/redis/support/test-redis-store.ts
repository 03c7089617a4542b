import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionStoreCases } from '../../../src/testing/index.ts';
import { createElsewhere } from './elsewhere.ts';
import { startBench, type ClientKind, type RedisBench } from './redis-clients.ts';
import { redisHarness } from './redis-harness.ts';
import { redisMissing } from './redis-server.ts';

/** Defines the conformance suite for a Redis store over one kind of client, with servers of its own. */
export function testRedisStore(kind: ClientKind): void {
  const missing = redisMissing();
  describe.skipIf(missing)(`Redis through ${kind}`, () => {
    let bench: RedisBench;
    beforeAll(async () => {
      bench = await startBench(kind);
    }, 30_000);
    const elsewhere = createElsewhere(() => bench.connection);
    afterAll(async () => {
      await elsewhere.close();
      await bench?.close();
    });

    const harness = redisHarness(() => bench, elsewhere, 3_600_000);
    for (const { rule, name, skip, run } of sessionStoreCases(harness)) {
      test(`${rule}: ${name}`, { timeout: 60_000 }, async (context) => {
        if (skip) {
          console.info(`Skipped for ${kind}: ${rule}: ${name} (${skip})`);
          context.skip(skip);
        }
        await expect(run()).resolves.toBeUndefined();
      });
    }
  });
}
