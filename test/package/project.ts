import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import tsupConfig from '../../tsup.config.ts';

/** The folder of the package. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** A file of the package as text; `path` is relative to its folder. */
export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

// Our own file, and what the tests read of it is compared with what they expect.
export const manifest = JSON.parse(readText('package.json')) as Manifest;

/** The sub-paths that can be imported, by the name of their files in `dist`: `{ index: '.', testing: './testing' }`. */
export const subPaths: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(manifest.exports)
    .filter((subPath) => subPath !== './package.json')
    .map((subPath) => [subPath === '.' ? 'index' : subPath.slice(2), subPath]),
);

/** The names of the commands' files in `dist`. */
export const commands: readonly string[] = Object.values(manifest.bin ?? {}).map((path) =>
  path.replace(/^(\.\/)?dist\//, '').replace(/\.js$/, ''),
);

/** What is built from which file, by the name in `dist`. */
export const entries: Readonly<Record<string, string>> = Object.assign(
  {},
  ...[tsupConfig].flat().map((config) => {
    if (typeof config === 'function' || typeof config.entry !== 'object') {
      throw new TypeError('tsup.config.ts must name its entries in an object');
    }
    return config.entry;
  }),
);

/** All files below a folder, relative to the package, with `/` between, sorted; none where the folder is missing. */
export function filesIn(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted();
}
