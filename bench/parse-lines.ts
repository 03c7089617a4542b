// The bare operation that a checker is compared with: splits the lines of a file and parses each of them.
import { open } from 'node:fs/promises';

const file = await open(process.argv[2] ?? '', 'r');
const block = Buffer.allocUnsafe(512 * 1024);
let rest: Buffer = Buffer.alloc(0);
let lines = 0;
for (;;) {
  const { bytesRead } = await file.read(block, 0, block.length);
  if (bytesRead === 0) break;
  const bytes = Buffer.concat([rest, block.subarray(0, bytesRead)]);
  let from = 0;
  for (let hit = bytes.indexOf(10); hit !== -1; hit = bytes.indexOf(10, from)) {
    JSON.parse(bytes.toString('utf8', from, hit));
    from = hit + 1;
    lines += 1;
  }
  rest = bytes.subarray(from);
}
await file.close();
if (lines === 0) process.exitCode = 1;
