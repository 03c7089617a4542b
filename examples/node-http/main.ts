// A plan on a page, with Node's own server and no framework. Run it: node examples/node-http/main.ts
import type { AddressInfo } from 'node:net';
import { label } from '../model.ts';
import { app } from './app.ts';
import { serve } from './serve.ts';

const server = serve(app);
server.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  console.log(`Model: ${label}`);
  console.log(`Open http://127.0.0.1:${port}`);
});
