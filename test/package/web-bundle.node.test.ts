import { describe, expect, it } from 'vitest';
import { bundle, gzippedSize } from './bundle.ts';
import { closureOf } from './imports-of.ts';
import { manifest, readText } from './project.ts';

const neutral = { platform: 'neutral' } as const;

describe('the entry for clients', () => {
  it('imports nothing at run time', () => {
    expect(closureOf('dist/client.js').packages).toEqual([]);
  });

  it.each([
    ['all of it', '*', 3_000],
    ['a feed', '{ createPlanFeed }', 2_100],
    ['the plan from messages', '{ planFromMessages, summarizePlan }', 1_400],
  ])('stays small: %s', async (what, names, limit) => {
    const { code, nodeModules, externals } = await bundle(
      `export ${names} from './dist/client.js';`,
      neutral,
    );
    expect({ nodeModules, externals }).toEqual({ nodeModules: [], externals: [] });
    const size = gzippedSize(code);
    console.log(`client, ${what}: ${size} bytes, minified and gzipped`);
    expect(size).toBeLessThan(limit);
  });
});

describe('the entry for React', () => {
  it('is there for whoever has React, and asks nobody else to install it', () => {
    expect(manifest.peerDependencies).toHaveProperty('react');
    expect(manifest.peerDependenciesMeta?.['react']).toEqual({ optional: true });
    expect(manifest.dependencies ?? {}).not.toHaveProperty('react');
  });

  it('imports React alone, and is marked for its servers', async () => {
    expect(closureOf('dist/react.js').packages).toEqual(['react', 'react/jsx-runtime']);
    expect(readText('dist/react.js')).toMatch(/^'use client';/);
    const { nodeModules, externals } = await bundle(`export * from './dist/react.js';`, {
      ...neutral,
      external: ['react'],
    });
    expect({ nodeModules, externals }).toEqual({
      nodeModules: [],
      externals: ['react', 'react/jsx-runtime'],
    });
  });
});

describe('the entry for route handlers', () => {
  it('imports nothing at run time, of Node or of anybody', async () => {
    expect(closureOf('dist/http.js').packages).toEqual([]);
    const { nodeModules, externals } = await bundle(`export * from './dist/http.js';`, neutral);
    expect({ nodeModules, externals }).toEqual({ nodeModules: [], externals: [] });
  });

  it('serves on an edge, together with the core, in one bundle without Node', async () => {
    const { nodeModules } = await bundle(
      `import { createTodoKit, memoryStore } from 'ai-sdk-todo';
       import { createTodoRoute } from './dist/http.js';
       const kit = createTodoKit({ store: memoryStore(), allowParallelInProgress: false });
       export const { GET } = createTodoRoute({ kit, authorize: () => ({ sessionId: 'chat' }) });`,
      {
        platform: 'neutral',
        conditions: ['edge-light', 'worker', 'browser'],
        mainFields: ['module', 'main'],
      },
    );
    expect(nodeModules).toEqual([]);
  });
});
