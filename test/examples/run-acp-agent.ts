import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import * as acp from '@agentclientprotocol/sdk';
import { startDeepSeekServer, type Script } from '../../examples/deepseek-server/index.ts';
import { acpSchema } from '../acp/support/schema.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The example agent as an editor sees it. */
export interface AgentRun extends AsyncDisposable {
  /** Every `session/update` that the SDK accepted, in order. */
  readonly notifications: readonly acp.SessionNotification[];
  /** The updates among them. */
  readonly updates: acp.SessionUpdate[];
  /** What came over the wire and is not what the schema of the protocol asks for. */
  readonly refusedUpdates: readonly unknown[];
  newSession(): Promise<acp.NewSessionResponse>;
  load(sessionId: string): Promise<unknown>;
  prompt(sessionId: string, text: string): Promise<acp.PromptResponse>;
  cancel(sessionId: string): Promise<void>;
  /** What the agent wrote on its standard error. */
  errors(): string;
  /** Closes the agent's standard input. */
  hangUp(): Promise<void>;
  /** The exit code of the agent. */
  readonly ended: Promise<number | null>;
}

/**
 * Starts the example agent as a child process, as an editor does, with the official client on the other side.
 *
 * @param cwd the working folder, below which it keeps its logs.
 * @param script what the model answers; without it the agent runs as it does without an API key.
 */
export async function runAgent(cwd: string, script?: Script): Promise<AgentRun> {
  const { DEEPSEEK_API_KEY: _key, DEEPSEEK_BASE_URL: _url, ...env } = process.env;
  const server = script && (await startDeepSeekServer({ script }));
  const child = spawn(process.execPath, [`${ROOT}examples/acp-agent/main.ts`], {
    cwd,
    env: server ? { ...env, DEEPSEEK_API_KEY: 'loopback', DEEPSEEK_BASE_URL: server.url } : env,
  });
  const ended = once(child, 'close').then(([code]) => code as number | null); // an exit code
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (errors += piece));

  // The SDK skips entries that it does not accept, so the lines themselves are held against the schema too.
  const schema = acpSchema('v1/schema', 'SessionNotification');
  const refusedUpdates: unknown[] = [];
  const output = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>; // bytes: no encoding is set
  const [forClient, forSchema] = output.tee();
  void (async () => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const bytes of forSchema) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const { method, params } = JSON.parse(line) as { method?: string; params?: unknown }; // JSON-RPC
        const isUpdate = method === 'session/update';
        if (isUpdate && !schema.safeParse(params).success) refusedUpdates.push(params);
      }
    }
  })();

  const notifications: acp.SessionNotification[] = [];
  const updates: acp.SessionUpdate[] = [];
  const { agent: called, client: heard } = acp.methods;
  const connection = acp
    .client({ name: 'test' })
    .onNotification(heard.session.update, ({ params }) => {
      notifications.push(params);
      updates.push(params.update);
    })
    .onRequest(heard.fs.readTextFile, ({ params }) => ({ content: `text of ${params.path}` }))
    .connect(acp.ndJsonStream(Writable.toWeb(child.stdin), forClient));
  const { agent } = connection;
  await agent.request(called.initialize, {
    protocolVersion: acp.PROTOCOL_VERSION,
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: false } },
  });
  const place = { cwd: '/project', mcpServers: [] };
  return {
    notifications,
    updates,
    refusedUpdates,
    newSession: () => agent.request(called.session.new, place),
    load: (sessionId) => agent.request(called.session.load, { ...place, sessionId }),
    prompt: (sessionId, text) =>
      agent.request(called.session.prompt, { sessionId, prompt: [{ type: 'text', text }] }),
    cancel: (sessionId) => agent.notify(called.session.cancel, { sessionId }),
    errors: () => errors,
    async hangUp() {
      child.stdin.end();
    },
    ended,
    async [Symbol.asyncDispose]() {
      connection.close();
      child.kill();
      await ended;
      await server?.close();
    },
  };
}
