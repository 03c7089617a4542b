import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closureOf, exportsOf, typesIn } from './imports-of.ts';
import { commands, entries, filesIn, manifest, root, subPaths } from './project.ts';
import { privateTypes, publicNames } from './public-names.ts';
import { run } from './run.ts';

const names = Object.keys(subPaths);
const built = filesIn('dist');

describe('the entry points', () => {
  it('are built: these tests read dist', () => {
    expect(built, 'run `npm run build` first').not.toEqual([]);
  });

  it('are the same in package.json, in tsup.config.ts and in the list of public names', () => {
    expect(Object.keys(entries).toSorted()).toEqual([...names, ...commands].toSorted());
    expect(Object.keys(publicNames).toSorted()).toEqual(names.toSorted());
  });

  it.each(names)('%s has a source, a bundle and types', (name) => {
    const source = entries[name] ?? '';
    const folder = name === 'index' ? 'src' : `src/${name}`;
    expect([`${folder}/index.ts`, `${folder}/index.tsx`]).toContain(source);
    expect(existsSync(join(root, source))).toBe(true);
    expect(manifest.exports[subPaths[name] ?? '']).toEqual({
      types: `./dist/${name}.d.ts`,
      default: `./dist/${name}.js`,
    });
    expect(built).toEqual(expect.arrayContaining([`dist/${name}.d.ts`, `dist/${name}.js`]));
  });

  it('need every file in dist', () => {
    const starts = [
      ...names.flatMap((name) => [`dist/${name}.js`, `dist/${name}.d.ts`]),
      ...commands.map((name) => `dist/${name}.js`),
    ];
    const needed = closureOf(...starts).files;
    const withMaps = new Set(needed.flatMap((path) => [path, `${path}.map`]));
    expect(built.filter((path) => !withMaps.has(path))).toEqual([]);
  });
});

describe('the public names', () => {
  it('are these and no others, as Node imports them by the name of the package', async () => {
    const paths = names.map((name) => posix.join(manifest.name, subPaths[name] ?? ''));
    const script = `
      const found = await Promise.all(${JSON.stringify(paths)}.map((path) => import(path)));
      console.log(JSON.stringify(found.map((module) => Object.keys(module))));`;
    const { code, stdout, stderr } = await run(process.execPath, [
      '--input-type=module',
      '--eval',
      script,
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const found: unknown = JSON.parse(stdout);
    expect(found).toEqual(names.map((name) => publicNames[name]?.toSorted()));
  });

  it('are never the default', () => {
    const files = built.filter((path) => /\.(js|d\.ts)$/.test(path));
    expect(files.filter((path) => exportsOf(path).includes('default'))).toEqual([]);
  });

  it.each(names)('of %s go with every type that is in their signatures', (name) => {
    const entry = `dist/${name}.d.ts`;
    const exported = new Set(names.flatMap((other) => exportsOf(`dist/${other}.d.ts`)));
    const used = closureOf(entry).files.flatMap(typesIn);
    const hidden = used.filter((type) => !exported.has(type) && !privateTypes.includes(type));
    expect(hidden).toEqual([]);
  });
});
