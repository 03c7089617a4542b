import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isNodeModule } from './bundle.ts';
import { importsOf } from './imports-of.ts';
import { filesIn, manifest, readText } from './project.ts';

interface Layer {
  /** The folders of src that stand below this one. */
  readonly below: readonly string[];
  /** The packages that may be imported from here. */
  readonly packages?: readonly string[];
  /** Whether it is made for Node alone. */
  readonly node?: boolean;
}

const stores = ['store', 'file', 'redis', 'open'];

/** What each folder of src may import beside itself. Imports only go down: carriers, kit, store, core. */
const layers: Readonly<Record<string, Layer>> = {
  core: { below: [] },
  store: { below: ['core'] },
  file: { below: ['core', 'store'], node: true },
  redis: { below: ['core', 'store'] },
  open: { below: ['core', 'store', 'file', 'redis'], packages: ['redis', 'ioredis'], node: true },
  kit: { below: ['core', 'store'], packages: ['ai'] },
  testing: { below: ['core', 'store'] },
  http: { below: ['core', 'store', 'kit'] },
  model: { below: ['core', 'store', 'kit'] },
  client: { below: ['core', 'kit'] },
  react: { below: ['core', 'client'], packages: ['react', 'react/jsx-runtime'] },
  terminal: { below: ['core'], packages: ['string-width'] },
  acp: { below: ['core'] },
  cli: { below: ['core', ...stores, 'kit', 'terminal'], node: true },
  // The core entry, which is a file and no folder.
  index: { below: ['core', 'store', 'kit'] },
};

const sources = filesIn('src').filter((path) => /\.tsx?$/.test(path));
const folderOf = (path: string) => path.split('/')[1]?.replace(/\.ts$/, '') ?? '';

/** The file of ours that an import means; `undefined` for a package. */
function targetOf(path: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  return posix.join(posix.dirname(path), specifier);
}

function whyNot(path: string, specifier: string): string | undefined {
  const folder = folderOf(path);
  const { below, packages = [], node = false } = layers[folder] ?? { below: [] };
  const target = targetOf(path, specifier);
  if (target !== undefined) {
    if (!target.startsWith('src/')) return 'is outside of src';
    if (!sources.includes(target)) return 'is no file: write it with its extension';
    const other = folderOf(target);
    return other === folder || below.includes(other) ? undefined : `is not below ${folder}`;
  }
  if (isNodeModule(specifier)) {
    if (!specifier.startsWith('node:')) return 'must begin with node:';
    return node ? undefined : `would tie ${folder} to Node`;
  }
  return packages.includes(specifier) ? undefined : `is no package for ${folder}`;
}

describe('the sources', () => {
  it('lie in folders that have a place among the layers', () => {
    const unknown = sources.map(folderOf).filter((folder) => !Object.hasOwn(layers, folder));
    expect([...new Set(unknown)]).toEqual([]);
  });

  it('import only what stands below them', () => {
    const wrong = sources.flatMap((path) =>
      importsOf(path).flatMap(({ specifier }) => {
        const reason = whyNot(path, specifier);
        return reason === undefined ? [] : [`${path} imports ${specifier}, which ${reason}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('import no package that an application would not have', () => {
    const installed = { ...manifest.dependencies, ...manifest.peerDependencies };
    const missing = sources.flatMap((path) =>
      importsOf(path)
        .map(({ specifier }) => specifier)
        .filter((specifier) => !specifier.startsWith('.') && !isNodeModule(specifier))
        .map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier)
        .filter((name) => !Object.hasOwn(installed, name))
        .map((name) => `${path} imports ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it.each(['client', 'react', 'terminal', 'acp'])(
    'of %s bring no store with them, by whatever way',
    (folder) => {
      const way = new Map<string, string>();
      const visit = (path: string, from: string) => {
        if (way.has(path)) return;
        way.set(path, from);
        for (const { specifier, typeOnly } of importsOf(path)) {
          const target = typeOnly ? undefined : targetOf(path, specifier);
          if (target !== undefined) visit(target, `${from} > ${target}`);
        }
      };
      for (const path of sources) if (folderOf(path) === folder) visit(path, path);
      const reached = [...way].filter(([path]) => stores.includes(folderOf(path)));
      expect(reached.map(([, from]) => from)).toEqual([]);
    },
  );
});

describe('the files that people have to read', () => {
  const folders = ['src', 'test', 'examples', 'bench'];
  const files = folders
    .flatMap(filesIn)
    .filter((path) => /\.(tsx?|js|mjs)$/.test(path) && !path.includes('/.next/'));

  it('have at most 300 lines each', () => {
    const long = files.filter((path) => readText(path).trimEnd().split('\n').length > 300);
    expect(long).toEqual([]);
  });

  it('are named in kebab-case', () => {
    const odd = files.filter((path) => !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(posix.basename(path)));
    expect(odd).toEqual([]);
  });
});

it('the tests that also run on the edge import no Node module', () => {
  const onEdge = ['test/core', 'test/store', 'test/kit', 'test/http', 'test/support']
    .flatMap((folder) => filesIn(folder))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.node.test.ts'));
  const wrong = onEdge.flatMap((path) =>
    importsOf(path)
      .filter(({ specifier }) => isNodeModule(specifier))
      .map(({ specifier }) => `${path} imports ${specifier}: name it .node.test.ts`),
  );
  expect(wrong).toEqual([]);
});
