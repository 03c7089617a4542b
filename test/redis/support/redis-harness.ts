import { redisKeys } from '../../../src/redis/keys.ts';
import { redisStore } from '../../../src/redis/index.ts';
import { APPEND } from '../../../src/redis/scripts.ts';
import type { StoreHarness } from '../../../src/testing/index.ts';
import type { Elsewhere } from './elsewhere.ts';
import type { RedisBench } from './redis-clients.ts';

/** What the suite needs to try a Redis store over a client; `bench` is asked for in a case, not before. */
export function redisHarness(
  bench: () => RedisBench,
  elsewhere: Elsewhere,
  ttl?: number,
): Required<StoreHarness> {
  const keysOf = (space: string) => redisKeys(`${space}:`);
  const logOf = async (space: string, sessionId: string) => {
    const [log] = keysOf(space).session(sessionId);
    return { log, admin: await bench().adminOf(log) };
  };
  return {
    reopens: true,
    shares: true,
    settleMs: 5_000,
    writers: 50,
    longLog: 2_000,
    open: (space) =>
      redisStore({ client: bench().client, keyPrefix: `${space}:`, ttl, timeoutMs: 3_000 }),
    dispose: () => bench().dropMessages(false),

    appendElsewhere: (append) => elsewhere.append(append),
    killedAppend: (append) => elsewhere.killedAppend(append),
    async loseReply() {
      bench().loseReplyTo(await isAppend());
    },
    outage: { begin: () => bench().refuse(), end: () => bench().accept() },
    async damage({ space, sessionId, seq }) {
      const { log, admin } = await logOf(space, sessionId);
      await admin.lset(log, seq + 1, 'no record');
    },
    async rewind({ space, sessionId, version }) {
      const { log, admin } = await logOf(space, sessionId);
      await admin.ltrim(log, 0, version);
    },
    async makeTooNew({ space, sessionId }) {
      const { log, admin } = await logOf(space, sessionId);
      // As a newer release would leave it: its header, and its mark on what it wrote last.
      const header = (await admin.lindex(log, 0)) ?? '';
      const newer = header.replace('1:', '99:').replace('"version":1', '"version":99');
      await admin.lset(log, 0, newer);
      const last = (await admin.lindex(log, -1)) ?? '';
      if (last !== newer) await admin.lset(log, -1, last.replace('1:', '99:'));
    },
    async expire({ space, sessionId }) {
      const { log, admin } = await logOf(space, sessionId);
      await admin.pexpire(log, 1);
      while ((await admin.exists(log)) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    dropHints: () => bench().dropMessages(true),
    countHandles: () => bench().countHandles(),
    countBytesRead: () => bench().bytesDown(),
  };
}

/** Tells an append from what else a store sends. */
export async function isAppend(): Promise<(request: string) => boolean> {
  const hash = await APPEND.hash();
  return (request) => request.includes(hash);
}
