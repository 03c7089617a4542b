// Appends many times, in competition with others: `node append-many.ts <JSON>`. Prints the seq of each append.
import { setTimeout as sleep } from 'node:timers/promises';
import { fileStore } from '../../../src/file/index.ts';
import { VersionConflictError } from '../../../src/core/errors.ts';

const { root, sessionId, count, label, size } = JSON.parse(process.argv[2] ?? '') as {
  readonly root: string;
  readonly sessionId: string;
  readonly count: number;
  readonly label: string;
  readonly size: number;
}; // written by the test that starts this file
const store = fileStore(root);
const seqs: number[] = [];
let version = 0;
for (let n = 0; n < count; n += 1) {
  const event = { time: n, type: 'test/note', id: `${label} ${n}`, data: 'x'.repeat(size) };
  for (;;) {
    try {
      ({ version } = await store.append(sessionId, [event], { expectedVersion: version }));
      seqs.push(version - 1);
      break;
    } catch (error) {
      if (!VersionConflictError.isInstance(error)) throw error;
      version = error.actual;
      await sleep(Math.random() * 2);
    }
  }
}
await store.close();
console.log(JSON.stringify(seqs));
