import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { root } from '../package/project.ts';
import { run, type Outcome } from '../package/run.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How the build of the example went, over a store that nobody can reach. */
    readonly nextBuild: Outcome;
  }
}

/** Builds the example once, before all tests in a browser; what comes of it is a test's to judge. */
export async function setup(project: TestProject): Promise<void> {
  const next = join(root, 'node_modules/next/dist/bin/next');
  const outcome = await run(process.execPath, [next, 'build', 'examples/nextjs'], {
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production',
    TODO_STORE: 'redis://127.0.0.1:1',
  });
  project.provide('nextBuild', outcome);
}
