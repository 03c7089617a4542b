import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { root } from './project.ts';

export interface Bundle {
  readonly code: string;
  /** The Node modules that anything in the bundle asks for. */
  readonly nodeModules: readonly string[];
  /** What is left to import. */
  readonly externals: readonly string[];
  /** The files that went in, relative to the package. */
  readonly inputs: readonly string[];
}

/** Bundles an application over the built package, as an application's own bundler does. */
export async function bundle(source: string, options: BuildOptions): Promise<Bundle> {
  const nodeModules = new Set<string>();
  const watchNodeModules: Plugin = {
    name: 'node-modules',
    setup({ onResolve }) {
      onResolve({ filter: /.*/ }, ({ path }) => {
        if (!isNodeModule(path)) return undefined;
        nodeModules.add(path);
        return { path, external: true };
      });
    },
  };
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: root, sourcefile: 'app.ts', loader: 'ts' },
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    alias: { 'ai-sdk-todo': join(root, 'dist/index.js') },
    absWorkingDir: root,
    logLevel: 'silent',
    plugins: [watchNodeModules],
    ...options,
  });
  const { inputs, outputs }: Metafile = metafile ?? { inputs: {}, outputs: {} };
  const imports = Object.values(outputs).flatMap((output) => output.imports);
  return {
    code: outputFiles?.[0]?.text ?? '',
    nodeModules: [...nodeModules].toSorted(),
    externals: [...new Set(imports.map(({ path }) => path))].toSorted(),
    inputs: Object.keys(inputs),
  };
}

export function isNodeModule(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}

/** The size in bytes as it goes over the network. */
export function gzippedSize(code: string): number {
  return gzipSync(code, { level: 9 }).byteLength;
}
