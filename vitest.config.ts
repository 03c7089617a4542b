import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 20_000,
    // Many tests start servers and kill processes, on machines that may do more than run them: one that fails for want of
    // time is tried once more, and told as retried.
    retry: process.env['CI'] ? 1 : 0,
    expect: { poll: { timeout: 10_000 } },
    // More than there are processors on a small machine: most of the time goes by in waiting for servers and processes.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/browser/**'],
        },
      },
      {
        // The example on Next.js, built once for all of them, in a real browser.
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: 'test/browser/build-app.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // After all others, and two files at a time: these tests mostly wait for what a person would see.
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
        },
      },
      {
        // The same tests once more where no Node module, no eval and fewer globals are: what runs here runs on an edge.
        extends: true,
        test: {
          name: 'edge',
          environment: 'edge-runtime',
          // With any other pool the tests keep Node's own globals beside those of the edge.
          pool: 'vmForks',
          include: [
            'test/{core,store,kit,http,acp,terminal}/**/*.test.ts',
            'test/stores/memory.test.ts',
          ],
          exclude: ['**/*.node.test.ts'],
        },
      },
    ],
  },
});
