// An agent that an editor starts and talks to over the Agent Client Protocol. How to: see examples/README.md
import { randomUUID } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import * as acp from '@agentclientprotocol/sdk';
import { openChat, type Chat } from '../chat/chat.ts';
import { scriptedModel } from '../chat/scripted-model.ts';
import { openModel } from '../open-model.ts';
import { answerPrompt } from './answer-prompt.ts';
import { editorTools } from './editor-tools.ts';
import { followPlan, type PlanFollower } from './follow-plan.ts';
import { promptText } from './prompt-text.ts';
import { updatesOf } from './show-part.ts';

/** A session that the editor has open. */
interface OpenSession {
  readonly chat: Chat;
  readonly cwd: string;
  readonly plan: PlanFollower;
  /** Cuts the answer short that is being given. */
  cancel: AbortController | undefined;
}

const { model, label } = await openModel({ script: scriptedModel, chunkDelayMs: 5 });
console.error(`Model: ${label}`); // standard output belongs to the protocol

const open = new Map<string, OpenSession>();
let capabilities: acp.ClientCapabilities | undefined;

const { agent: called } = acp.methods;
const { update: SESSION_UPDATE } = acp.methods.client.session;

const app = acp
  .agent({ name: 'ai-sdk-todo-example' })
  .onRequest(called.initialize, ({ params }) => {
    capabilities = params.clientCapabilities;
    return {
      protocolVersion: acp.PROTOCOL_VERSION,
      agentInfo: { name: 'ai-sdk-todo-example', version: '0.1.0' },
      agentCapabilities: { loadSession: true, sessionCapabilities: { close: {} } },
    };
  })

  .onRequest(called.session.new, async ({ params: { cwd }, client }) => {
    const sessionId = randomUUID();
    const chat = await openChat(sessionId);
    const plan = followPlan(chat.session, client, { isNew: true });
    open.set(sessionId, { chat, cwd, plan, cancel: undefined });
    return { sessionId };
  })

  .onRequest(called.session.load, async ({ params: { sessionId, cwd }, client }) => {
    const chat = await openChat(sessionId);
    if (chat.messages.length === 0) throw acp.RequestError.sessionNotFound(sessionId);
    close(sessionId);
    for (const update of chat.messages.flatMap(updatesOf)) {
      await client.notify(SESSION_UPDATE, { sessionId, update });
    }
    const plan = followPlan(chat.session, client, { isNew: false });
    open.set(sessionId, { chat, cwd, plan, cancel: undefined });
    await plan.until(() => true);
    return {};
  })

  .onRequest(called.session.prompt, async ({ params: { sessionId, prompt }, client, signal }) => {
    const session = open.get(sessionId);
    if (session === undefined) throw acp.RequestError.sessionNotFound(sessionId);
    session.cancel?.abort(); // a later prompt takes the place of an earlier one
    const cancel = new AbortController();
    session.cancel = cancel;
    const { chat, cwd, plan } = session;
    const stopReason = await answerPrompt(chat, promptText(prompt), {
      model,
      tools: editorTools(client, { sessionId, cwd }, capabilities),
      plan,
      client,
      signal: AbortSignal.any([cancel.signal, signal]),
    });
    return { stopReason };
  })

  .onNotification(called.session.cancel, ({ params }) => {
    open.get(params.sessionId)?.cancel?.abort();
  })

  .onRequest(called.session.close, ({ params }) => {
    close(params.sessionId);
    return {};
  });

const output = Writable.toWeb(process.stdout);
const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>; // bytes, since no encoding is set
const connection = app.connect(acp.ndJsonStream(output, input));
await connection.closed;
for (const sessionId of open.keys()) close(sessionId);

/** Lets go of a session: its log stays. */
function close(sessionId: string): void {
  const session = open.get(sessionId);
  session?.cancel?.abort();
  session?.plan.stop();
  open.delete(sessionId);
}
