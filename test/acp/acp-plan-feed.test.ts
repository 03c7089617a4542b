import { describe, expect, it } from 'vitest';
import { createAcpPlanFeed, toAcpPlan, toAcpPlanUpdate } from '../../src/acp/index.ts';
import type { Plan } from '../../src/index.ts';
import { call, checkedKit, todos, write } from '../support/kit.ts';
import { plan, settledPlan } from '../support/plans.ts';

const NONE = { todos: null, turn: { open: true } } as const;
const GONE = { todos: null, turn: null } as const;

describe('what a client of ACP is sent', () => {
  it('is the plan when it loads a session, then each change of it', () => {
    const feed = createAcpPlanFeed();
    expect(feed.next(plan('A*'))).toEqual(toAcpPlan(plan('A*')));
    expect(feed.next(plan('A*'))).toBeUndefined();
    expect(feed.next(plan('A+'))).toEqual(toAcpPlan(plan('A+')));
    expect(feed.next(plan('A'))).toEqual(toAcpPlan(plan('A')));
  });

  it('is an empty plan when it loads a session that has none', () => {
    expect(createAcpPlanFeed().next(GONE)).toEqual(toAcpPlan(plan()));
  });

  it('is nothing for a session that it has just created, until there is a plan', () => {
    const feed = createAcpPlanFeed({ isNew: true });
    expect(feed.next(GONE)).toBeUndefined();
    expect(feed.next(NONE)).toBeUndefined();
    expect(feed.next(plan('A'))).toEqual(toAcpPlan(plan('A')));
  });

  it('is an empty plan when the next turn starts, and when the model clears its list', () => {
    const feed = createAcpPlanFeed();
    feed.next(plan('A+'));
    expect(feed.next(settledPlan('A+'))).toBeUndefined();
    expect(feed.next(NONE)).toEqual({ sessionUpdate: 'plan', entries: [] });
    feed.next(plan('B'));
    expect(feed.next(plan())).toEqual({ sessionUpdate: 'plan', entries: [] });
    expect(feed.next(NONE)).toBeUndefined();
  });

  it('is told when a turn ends with work under way', () => {
    const feed = createAcpPlanFeed();
    feed.next(plan('A*'));
    expect(feed.next(settledPlan('A*'))?.entries).toMatchObject([{ status: 'pending' }]);
  });

  it('asks the host for the statuses that it knows', () => {
    const feed = createAcpPlanFeed({ mapStatus: () => 'pending' });
    expect(feed.next({ todos: [{ content: 'A', status: 'cancelled' }] })?.entries).toHaveLength(1);
  });
});

describe('what a client with plans by id is sent', () => {
  it('has the same id throughout', () => {
    const feed = createAcpPlanFeed({ update: 'plan_update' });
    const sent = [plan('A'), NONE, plan('B'), GONE, plan('C')].map((shown) => feed.next(shown));
    expect(sent).toEqual(
      [plan('A'), plan(), plan('B'), plan(), plan('C')].map((shown) => toAcpPlanUpdate(shown)),
    );
    expect(new Set(sent.map((update) => update?.plan.planId))).toEqual(new Set(['main']));
  });

  it('is a removal once the session is deleted, where the client can take one', () => {
    const feed = createAcpPlanFeed({ update: 'plan_update', canRemove: true });
    expect(feed.next(plan('A'))).toEqual(toAcpPlanUpdate(plan('A')));
    expect(feed.next(NONE)).toEqual(toAcpPlanUpdate(plan()));
    expect(feed.next(GONE)).toEqual({ sessionUpdate: 'plan_removed', planId: 'main' });
    expect(feed.next(GONE)).toBeUndefined();
    expect(feed.next(NONE)).toBeUndefined();
    expect(feed.next(plan('B'))).toEqual(toAcpPlanUpdate(plan('B')));
  });
});

describe('a feed that follows a session', () => {
  it('sends one update for each accepted change and none for other calls', async () => {
    const kit = checkedKit();
    const session = kit.session('chat');
    const stop = new AbortController();
    const seen: Plan[] = [];
    const sent: string[][] = [];
    const feed = createAcpPlanFeed({ isNew: true });
    const following = (async () => {
      for await (const shown of session.watch({ signal: stop.signal })) {
        const update = feed.next(shown);
        if (update) sent.push(update.entries.map(({ content, status }) => `${content} ${status}`));
        seen.push(shown);
      }
    })();
    await session.runTurn(async ({ tools }) => {
      await write(tools.todo_write, todos('A*', 'B'), { callId: '1' });
      await write(tools.todo_write, todos('A*', 'B*')).catch(() => {}); // refused
      await call(tools.todo_write, {}).catch(() => {}); // arguments that were cut off
      await write(tools.todo_write, todos('A*', 'B'), { callId: '1' }); // a replay
      await write(tools.todo_write, todos('A*', 'B'), { callId: '2' }); // unchanged
      await write(tools.todo_write, todos('A+', 'B*'));
    });
    await session.startTurn();
    await expect.poll(() => seen.at(-1)?.turn).toEqual({ number: 2, open: true });
    stop.abort();
    await following;
    expect(sent).toEqual([
      ['A in_progress', 'B pending'],
      ['A completed', 'B in_progress'],
      ['A completed', 'B pending'], // the turn is over
      [],
    ]);
  });
});
