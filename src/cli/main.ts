#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { createOutput } from './output.ts';
import { run } from './run.ts';

const stop = new AbortController();
/** A second signal ends the process at once, as it would without us. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stop.abort(signal));
}

/** Where nobody reads any more there is nothing left to do, and nobody to tell. */
const onClosed = () => process.exit(process.exitCode ?? 0);

process.exitCode = await run(process.argv.slice(2), {
  out: createOutput(process.stdout, onClosed),
  err: createOutput(process.stderr, onClosed),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stop.signal,
  version: versionOf(),
});
// A handle that a driver of a store left open must not keep a finished command alive.
process.exit();

function versionOf(): string {
  // Beside dist in the package, and one folder further up from the sources.
  const path = import.meta.url.endsWith('.ts') ? '../../package.json' : '../package.json';
  const manifest: unknown = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
  return String((manifest as { readonly version: unknown }).version); // our own file
}
