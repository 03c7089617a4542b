import { describe, expect, it } from 'vitest';
import { bundle, gzippedSize } from './bundle.ts';
import { closureOf } from './imports-of.ts';

describe.each([
  ['terminal', ['string-width']],
  ['acp', []],
])('the entry %s', (name, packages) => {
  it('imports this and nothing else at run time, and nothing in its types', () => {
    expect(closureOf(`dist/${name}.js`).packages).toEqual(packages);
    expect(closureOf(`dist/${name}.d.ts`).packages).toEqual([]);
  });

  it('bundles for a browser without any Node module', async () => {
    const source = `export * from './dist/${name}.js';`;
    const { nodeModules, externals, code } = await bundle(source, { platform: 'browser' });
    expect({ nodeModules, externals }).toEqual({ nodeModules: [], externals: [] });
    console.log(`${name}: ${gzippedSize(code)} bytes, minified and gzipped`);
  });
});
