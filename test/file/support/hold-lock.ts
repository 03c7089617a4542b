// Takes the lock of a session and keeps it until it is killed: `node hold-lock.ts <JSON>`.
import { writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { acquireLock } from '../../../src/file/session-lock.ts';

const { directory } = JSON.parse(process.argv[2] ?? '') as { readonly directory: string };
await mkdir(directory, { recursive: true });
await acquireLock(directory, { signal: new AbortController().signal });
writeSync(1, 'held\n');
setInterval(() => {}, 1_000);
