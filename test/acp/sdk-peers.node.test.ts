import * as unstable from '@agentclientprotocol/sdk/unstable';
import * as v2 from '@agentclientprotocol/sdk/experimental/v2';
import { describe, expect, it } from 'vitest';
import { createAcpPlanFeed, type AcpPlanFeed } from '../../src/acp/index.ts';
import { checkedKit, todos, write } from '../support/kit.ts';

/** Two turns of a session, and its end; each plan that the feed lets through is sent. */
async function twoTurns<UPDATE>(
  feed: AcpPlanFeed<UPDATE>,
  send: (update: UPDATE) => Promise<void>,
): Promise<void> {
  const session = checkedKit().session('chat');
  const show = async () => {
    const update = feed.next(await session.plan());
    if (update !== undefined) await send(update);
  };
  await show();
  for (const list of [todos('A*'), todos('B+')]) {
    await session.runTurn(async ({ tools }) => {
      await show();
      await write(tools.todo_write, list);
      await show();
      await write(tools.todo_write, [{ content: '', status: 'pending' }]).catch(() => {});
      await show();
    });
    await show();
  }
  await session.delete();
  await show();
}

const entry = (content: string, status: string) => ({ content, priority: 'medium', status });
const update = (...entries: object[]) => ({
  sessionUpdate: 'plan_update',
  plan: { type: 'items', planId: 'main', entries },
});
const CHANGES = [
  update(entry('A', 'in_progress')),
  update(entry('A', 'pending')), // the turn is over
  update(), // the next one starts
  update(entry('B', 'completed')),
];

// The official agent and client of each version, connected to each other: each checks what the other sends.
describe('plans by id', () => {
  it('reach a client of ACP v2, which has no way to take one away', async () => {
    const received: unknown[] = [];
    const agent = v2
      .agent({ name: 'agent' })
      .onRequest(v2.methods.agent.initialize, () => ({
        protocolVersion: v2.PROTOCOL_VERSION,
        info: { name: 'agent', version: '1' },
      }))
      .onRequest(v2.methods.agent.session.new, () => ({ sessionId: 'chat' }))
      .onRequest(v2.methods.agent.session.prompt, async ({ client }) => {
        await twoTurns(createAcpPlanFeed({ update: 'plan_update', isNew: true }), (sent) =>
          client.notify(v2.methods.client.session.update, { sessionId: 'chat', update: sent }),
        );
        return { messageId: 'message' };
      });
    await v2
      .client({ name: 'client' })
      .onNotification(v2.methods.client.session.update, ({ params }) => {
        if (params.update.sessionUpdate === 'plan_update') received.push(params.update);
      })
      .connectWith(agent, async (connected) => {
        await connected.request(v2.methods.agent.initialize, {
          protocolVersion: v2.PROTOCOL_VERSION,
          info: { name: 'client', version: '1' },
        });
        const { sessionId } = await connected.request(v2.methods.agent.session.new, {
          cwd: '/work',
        });
        await connected.request(v2.methods.agent.session.prompt, {
          sessionId,
          prompt: [{ type: 'text', text: 'Go' }],
        });
        await expect.poll(() => received).toEqual([...CHANGES, update()]);
      });
  });

  it.each([
    ['and a removal where it says that it takes one', { plan: {} }, { removed: true }],
    ['never without its word', {}, { removed: false }],
  ])('reach a client of ACP v1 that knows them, %s', async (_, clientCapabilities, { removed }) => {
    const { methods } = unstable;
    const received: unknown[] = [];
    let canRemove = false;
    const agent = unstable
      .agent({ name: 'agent' })
      .onRequest(methods.agent.initialize, ({ params }) => {
        // What an agent does with what the client says of itself.
        canRemove = params.clientCapabilities?.plan != null;
        return { protocolVersion: unstable.PROTOCOL_VERSION };
      })
      .onRequest(methods.agent.session.prompt, async ({ client }) => {
        const send = (sent: unstable.SessionUpdate) =>
          client.notify(methods.client.session.update, { sessionId: 'chat', update: sent });
        if (canRemove) {
          const feed = createAcpPlanFeed({ update: 'plan_update', canRemove, isNew: true });
          await twoTurns(feed, send);
        } else await twoTurns(createAcpPlanFeed({ isNew: true }), send);
        return { stopReason: 'end_turn' };
      });
    await unstable
      .client({ name: 'client' })
      .onNotification(methods.client.session.update, ({ params }) => {
        received.push(params.update);
      })
      .connectWith(agent, async (connected) => {
        await connected.request(methods.agent.initialize, {
          protocolVersion: unstable.PROTOCOL_VERSION,
          clientCapabilities,
        });
        await connected.request(methods.agent.session.prompt, {
          sessionId: 'chat',
          prompt: [{ type: 'text', text: 'Go' }],
        });
      });
    expect(received).toEqual(
      removed
        ? [...CHANGES, { sessionUpdate: 'plan_removed', planId: 'main' }]
        : [...CHANGES, update()].map(({ plan: { entries } }) => ({
            sessionUpdate: 'plan',
            entries,
          })),
    );
  });
});
