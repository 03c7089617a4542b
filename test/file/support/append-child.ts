// Appends once in a process of its own: `node append-child.ts <JSON>`. Prints the outcome as JSON.
import { fileStore } from '../../../src/file/index.ts';
import { VersionConflictError } from '../../../src/core/errors.ts';
import type { ForeignAppend } from '../../../src/testing/harness.ts';
import { killAt, type KillPoint } from './faults.ts';

const { root, append, point } = JSON.parse(process.argv[2] ?? '') as {
  readonly root: string;
  readonly append: ForeignAppend;
  readonly point?: KillPoint;
}; // written by the test that starts this file
const { sessionId, events, options } = append;
const store = fileStore(root);
if (point !== undefined) await killAt(point);
try {
  console.log(JSON.stringify(await store.append(sessionId, events, options)));
} catch (error) {
  if (!VersionConflictError.isInstance(error)) throw error;
  console.log('null');
}
await store.close();
