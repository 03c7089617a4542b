// Appends whole turns until it is killed: `node keep-appending.ts <JSON>`. Prints the version after each append.
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { fileStore } from '../../../src/file/index.ts';
import { wholeTurn } from './whole-turn.ts';

const { root, sessionId } = JSON.parse(process.argv[2] ?? '') as {
  readonly root: string;
  readonly sessionId: string;
}; // written by the test that starts this file
const store = fileStore(root);
let version = (await store.tail(sessionId, 1))?.version ?? 0;
// What is killed never gets to write its compile cache, and the next one would start as slowly.
flushCompileCache();
for (;;) {
  const events = wholeTurn(version, Math.random() < 0.1 ? 30_000 : 300);
  ({ version } = await store.append(sessionId, events, { expectedVersion: version }));
  // Written at once, so that the parent knows of every append that was acknowledged before the kill.
  writeSync(1, `${version}\n`);
}
