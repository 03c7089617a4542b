import { isBuiltin } from 'node:module';
import { describe, expect, it } from 'vitest';
import { bundle } from './bundle.ts';
import { closureOf } from './imports-of.ts';

describe('the entry points for Redis', () => {
  it('bring no client: neither its code nor its types', () => {
    expect(closureOf('dist/redis.js').packages).toEqual([]);
    for (const types of ['dist/redis.d.ts', 'dist/open.d.ts']) {
      // The types of the core entry stand on those of ai, which every application has.
      expect(closureOf(types).packages.filter((name) => name !== 'ai')).toEqual([]);
    }
  });

  it('bundle for an edge, where Upstash is used, without any Node module', async () => {
    const { nodeModules, inputs } = await bundle(`export { redisStore } from './dist/redis.js';`, {
      platform: 'neutral',
      conditions: ['edge-light', 'worker', 'browser'],
    });
    expect(nodeModules).toEqual([]);
    expect(inputs).toContain('dist/redis.js');
  });

  it('load a driver only for the URL that needs it', () => {
    const { packages } = closureOf('dist/open.js');
    // Node's own modules are those of the file store.
    const drivers = packages.filter((name) => !isBuiltin(name));
    expect(drivers.toSorted()).toEqual(['ioredis', 'redis']);
  });
});
