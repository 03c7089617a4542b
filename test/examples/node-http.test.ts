import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { app } from '../../examples/node-http/app.ts';
import { serve } from '../../examples/node-http/serve.ts';

it('a page without a framework follows the plan of an agent', async () => {
  const server = serve(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  const url = `http://127.0.0.1:${port}`;
  try {
    expect(await (await fetch(url)).text()).toContain('new EventSource(');
    expect((await fetch(`${url}/elsewhere`)).status).toBe(404);

    const stream = await fetch(`${url}/plan`, { headers: { accept: 'text/event-stream' } });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    const answer = await fetch(`${url}/ask`, { method: 'POST', body: 'Plan a dinner for four.' });
    expect(await answer.text()).toMatch(/^Soup, pasta, pears\./);

    let seen = '';
    while (!seen.includes('"open":false')) seen += (await reader?.read())?.value ?? '';
    await reader?.cancel();
    const ids = Array.from(seen.matchAll(/^id: (-?\d+)$/gm), ([, id]) => Number(id));
    expect(ids).toEqual([-1, 0, 1, 2, 3, 4, 5]);
    expect(await (await fetch(`${url}/plan`)).json()).toMatchObject({
      counts: { completed: 3 },
      turn: { open: false },
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
