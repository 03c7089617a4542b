#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { EXIT } from './errors.ts';
import { createOutput, isClosedPipe } from './output/output.ts';
import { plain } from './output/safe-text.ts';
import { run } from './run.ts';

// Nobody is shown a stack, and to take one for each damaged line costs more than to look at the line.
Error.stackTraceLimit = 0;

const argv = process.argv.slice(2);

const stop = new AbortController();
/** A second signal ends the process at once, as it would without us. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stop.abort(signal));
}

process.exitCode = await run(argv, {
  out: createOutput(process.stdout, onFailure),
  err: createOutput(process.stderr, onFailure),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stop.signal,
  version: versionOf(),
});
// A handle that a driver of a store left open must not keep a finished command alive.
process.exit();

/** Where nobody reads any more there is nothing left to do, and nobody to tell. */
function onFailure(error: Error): void {
  if (isClosedPipe(error)) {
    // What was to be proven is not, without the rest.
    const isProof = argv[0] === 'check' || argv[0] === 'repair';
    process.exit(isProof ? EXIT.failed : EXIT.clean);
  }
  process.stderr.write(`ai-sdk-todo: Cannot write the output: ${plain(error.message)}\n`);
  process.exit(EXIT.failed);
}

function versionOf(): string {
  // Beside dist in the package, and one folder further up from the sources.
  const path = import.meta.url.endsWith('.ts') ? '../../package.json' : '../package.json';
  const manifest: unknown = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
  return String((manifest as { readonly version: unknown }).version); // our own file
}
