// Prints what the package costs, each figure as a ratio to the bare operation in the same run. Nothing is asserted: the
// figures are for people to compare. Run it: npm run bench
import { run as checkLog } from './check-log.ts';
import { run as checkRedis } from './check-redis.ts';
import { run as file } from './file.ts';
import { run as kit } from './kit.ts';
import { run as redis } from './redis.ts';
import { run as sse } from './sse.ts';
import { run as stalled } from './stalled.ts';

const parts = {
  kit,
  file,
  redis,
  sse,
  stalled,
  'check a log': checkLog,
  'check Redis': checkRedis,
};

for (const [name, run] of Object.entries(parts)) {
  console.log(`${name}:`);
  await run();
}
