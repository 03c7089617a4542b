import type { BuildOptions } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { bundle, gzippedSize, isNodeModule } from './bundle.ts';
import { closureOf } from './imports-of.ts';

const APP = `export * from './test/package/edge-app.ts';`;

/** How the bundlers that people use pick files: for browsers, for edges, and for no platform at all. */
const platforms: [string, BuildOptions][] = [
  ['a browser', { platform: 'browser' }],
  [
    'an edge',
    {
      platform: 'neutral',
      mainFields: ['module', 'main'],
      conditions: ['edge-light', 'worker', 'browser'],
    },
  ],
  ['no platform', { platform: 'neutral', external: ['ai'] }],
];

describe('the core entry', () => {
  it('imports ai and nothing else, at run time and in its types', () => {
    expect(closureOf('dist/index.js').packages).toEqual(['ai']);
    expect(closureOf('dist/index.d.ts').packages).toEqual(['ai']);
  });

  it.each(platforms)('bundles for %s without any Node module', async (_, options) => {
    const { nodeModules, inputs } = await bundle(APP, options);
    expect(nodeModules).toEqual([]);
    expect(inputs).toContain('dist/index.js');
  });

  it('would be found out if it asked for one', async () => {
    const { nodeModules } = await bundle(`import 'fs'; import('node:net'); import 'ai-sdk-todo';`, {
      platform: 'neutral',
      external: ['ai'],
    });
    expect(nodeModules).toEqual(['fs', 'node:net']);
    expect(nodeModules.every(isNodeModule)).toBe(true);
  });
});

describe('the code that the core entry brings into an application, without its peers', () => {
  it.each([
    ['all of it', '*', 18_500],
    ['a kit over memory', '{ createTodoKit, memoryStore }', 13_900],
    ['a tool over memory', '{ createTodoTool, memoryStore }', 10_900],
    ['the reducer alone', '{ reduceTodos }', 1_600],
  ])('%s stays small', async (what, names, limit) => {
    const { code } = await bundle(`export ${names} from 'ai-sdk-todo';`, {
      platform: 'neutral',
      external: ['ai', 'zod'],
    });
    const size = gzippedSize(code);
    console.log(`${what}: ${size} bytes, minified and gzipped`);
    expect(size).toBeLessThan(limit);
  });
});
