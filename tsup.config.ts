import { defineConfig } from 'tsup';

// One entry per sub-path of `exports`; test/package/exports.test.ts holds the two together.
export default defineConfig({
  entry: {
    index: 'src/index.ts',
    file: 'src/file/index.ts',
    testing: 'src/testing/index.ts',
  },
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  dts: true,
  sourcemap: true,
  clean: true,
  treeshake: true,
});
