import { readFile, writeFile } from 'node:fs/promises';
import { defineConfig } from 'tsup';

// One entry per sub-path of `exports`; test/package/exports.test.ts holds the two together.
const modules = {
  index: 'src/index.ts',
  terminal: 'src/terminal/index.ts',
  acp: 'src/acp/index.ts',
  file: 'src/file/index.ts',
  client: 'src/client/index.ts',
  http: 'src/http/index.ts',
  react: 'src/react/index.ts',
  open: 'src/open/index.ts',
  redis: 'src/redis/index.ts',
  testing: 'src/testing/index.ts',
};

export default defineConfig({
  // Commands are run, not imported: they need no types.
  entry: { ...modules, cli: 'src/cli/main.ts' },
  // Whoever opens a redis: URL has one of these; a bundle would bring its own.
  external: ['redis', 'ioredis'],
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  dts: { entry: modules },
  sourcemap: true,
  clean: true,
  treeshake: true,
  // The bundler drops directives, and React's servers must see this one first.
  async onSuccess() {
    const code = await readFile('dist/react.js', 'utf8');
    await writeFile('dist/react.js', `'use client';${code}`);
  },
});
