// Prints what the package costs, each figure as a ratio to the bare operation in the same run. Nothing is asserted: the
// figures are for people to compare. Run it: npm run bench, or only some parts of
// it: npm run bench -- tokens
import { run as checkLog } from './check-log.ts';
import { run as checkRedis } from './check-redis.ts';
import { run as file } from './file.ts';
import { run as kit } from './kit.ts';
import { run as redis } from './redis.ts';
import { run as sse } from './sse.ts';
import { run as stalled } from './stalled.ts';
import { run as tokens } from './tokens.ts';

const parts = {
  kit,
  file,
  redis,
  sse,
  stalled,
  'check a log': checkLog,
  'check Redis': checkRedis,
  tokens,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  throw new Error(`no part ${unknown.join(', ')}; there are: ${Object.keys(parts).join(', ')}`);
}

for (const [name, run] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`${name}:`);
  await run();
}
