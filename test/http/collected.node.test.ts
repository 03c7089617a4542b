import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { countingStore, openRoute, streamRequest } from './routes.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // there by the flag

/** Opens a stream as servers do: nobody holds the request any more when the response is there. */
async function open(GET: ReturnType<typeof openRoute>['GET'], signal: AbortSignal) {
  const reader = (await GET(streamRequest('/chat', { signal }))).body?.getReader();
  await reader?.read();
  return reader;
}

it('a client that left by abort is noticed also after the garbage was collected', async () => {
  const { store, counts } = countingStore();
  const { GET } = openRoute({ store });
  const stop = new AbortController();
  const reader = await open(GET, stop.signal);
  await expect.poll(() => counts.watchers).toBe(1);
  for (let i = 0; i < 5; i += 1) {
    // A turn of the event loop each time: what was awaited is held until then.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    collectGarbage();
  }
  stop.abort();
  expect(await reader?.read()).toMatchObject({ done: true });
  await expect.poll(() => counts.watchers).toBe(0);
});
