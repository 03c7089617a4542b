import type { SessionUpdate as SessionUpdateV1 } from '@agentclientprotocol/sdk';
import type { SessionUpdate as SessionUpdateV2 } from '@agentclientprotocol/sdk/experimental/v2';
import type { SessionUpdate as UnstableV1 } from '@agentclientprotocol/sdk/unstable';
import { describe, expect, it } from 'vitest';
import { toAcpPlan, toAcpPlanUpdate, type AcpPlanRemoved } from '../../src/acp/index.ts';
import { TodoError } from '../../src/index.ts';
import { checkedKit, refusal, todos } from '../support/kit.ts';
import { plan, settledPlan } from '../support/plans.ts';
import { acpSchema, overTheWire } from './support/schema.ts';

const entry = (content: string, status: string) => ({ content, priority: 'medium', status });

describe('a plan in ACP v1', () => {
  const schema = acpSchema('v1/schema', 'SessionNotification');

  it('has one entry for each task, with a neutral priority', () => {
    expect(toAcpPlan(plan('A+', 'B*', 'C'))).toEqual({
      sessionUpdate: 'plan',
      entries: [entry('A', 'completed'), entry('B', 'in_progress'), entry('C', 'pending')],
    });
  });

  it.each([
    ['a plan', plan('A+', 'B*', 'C')],
    ['a cleared plan', plan()],
    ['no plan', { todos: null, turn: null }],
    ['a plan whose turn is over', settledPlan('A*')],
  ])('is what the schema of the SDK accepts: %s', (_, shown) => {
    // The SDK skips entries that it does not accept, so the schema itself is asked.
    const update: SessionUpdateV1 = toAcpPlan(shown);
    expect(schema.parse(overTheWire({ sessionId: 'chat', update }))).toMatchObject({ update });
  });

  it('would be found out if it were not', () => {
    for (const status of ['paused', 'cancelled', undefined]) {
      const update = { sessionUpdate: 'plan', entries: [{ ...entry('A', ''), status }] };
      expect(schema.safeParse(overTheWire({ sessionId: 'chat', update })).success).toBe(false);
    }
  });

  it('shows what was in progress as pending once the turn is over, and never as done', () => {
    expect(toAcpPlan(settledPlan('A+', 'B*', 'C')).entries).toEqual([
      entry('A', 'completed'),
      entry('B', 'pending'),
      entry('C', 'pending'),
    ]);
  });

  it('leaves the text of a task to the editor, as it was written', () => {
    const content = '\u001B[2J日本語 "quoted"\n\u202Ex';
    expect(toAcpPlan(plan(content)).entries).toEqual([entry(content, 'pending')]);
  });

  it('changes nothing of the plan, and brings no priority into the log', async () => {
    const kit = checkedKit();
    const turn = await kit.session('chat').startTurn();
    await turn.write(todos('A*'));
    const shown = await kit.session('chat').plan();
    toAcpPlan(shown).entries.push({ content: 'X', priority: 'medium', status: 'pending' });
    expect((await kit.session('chat').plan()).todos).toEqual(todos('A*'));
    expect(shown.todos).toEqual(todos('A*'));
    expect(JSON.stringify(turn.tools.todo_write.inputSchema)).not.toContain('priority');
    for await (const event of kit.session('chat').events()) {
      expect(JSON.stringify(event)).not.toContain('priority');
    }
  });
});

describe('a plan in ACP v2', () => {
  const items = acpSchema('v2/schema', 'PlanItems');

  it('is the same under one id', () => {
    expect(toAcpPlanUpdate(plan('A+', 'B*', 'C'))).toEqual({
      sessionUpdate: 'plan_update',
      plan: {
        type: 'items',
        planId: 'main',
        entries: [entry('A', 'completed'), entry('B', 'in_progress'), entry('C', 'pending')],
      },
    });
  });

  it.each([
    ['a plan', plan('A+', 'B*', 'C')],
    ['a cleared plan', plan()],
    ['no plan', { todos: null, turn: null }],
    ['a plan whose turn is over', settledPlan('A*')],
  ])('is what the schema of the SDK accepts: %s', (_, shown) => {
    const update = toAcpPlanUpdate(shown);
    // Both take it: the draft of v2, and v1 where the client says that it knows plans with ids.
    const updates: readonly [SessionUpdateV2, UnstableV1] = [update, update];
    expect(updates[0]).toBe(updates[1]);
    expect(items.parse(overTheWire(update.plan))).toMatchObject({ planId: 'main' });
    const content = acpSchema('v1/schema.unstable', 'PlanUpdate');
    expect(content.safeParse(overTheWire({ plan: update.plan })).success).toBe(true);
  });

  it('can be taken away by its id', () => {
    const removed: AcpPlanRemoved = { sessionUpdate: 'plan_removed', planId: 'main' };
    const update: UnstableV1 = removed;
    expect(acpSchema('v1/schema.unstable', 'PlanRemoved').safeParse(update).success).toBe(true);
  });
});

describe('the statuses of another tool', () => {
  const foreign = (status: string) => ({
    todos: [
      { content: 'A', status: 'completed' },
      { content: 'B', status },
    ],
  });
  const statuses = [
    'cancelled',
    'failed',
    'done',
    'skipped',
    'Completed',
    'paused',
    '',
    '__proto__',
  ];

  it.each(statuses)('are an error unless somebody says what they mean: %j', (status) => {
    for (const convert of [toAcpPlan, toAcpPlanUpdate]) {
      const error = thrownBy(() => convert(foreign(status)));
      expect(TodoError.isInstance(error) && error.code).toBe('invalid_todos');
      expect(String(error)).toContain(`todos[1].status ${JSON.stringify(status)}`);
      expect(String(error)).toContain('mapStatus');
    }
  });

  it.each(statuses)('are what the host says they are: %j', (status) => {
    const mapStatus = (found: string) => (found === status ? 'pending' : undefined);
    expect(toAcpPlan(foreign(status), { mapStatus }).entries).toEqual([
      entry('A', 'completed'),
      entry('B', 'pending'),
    ]);
  });

  it('may be one that only v2 has, or one of an implementation', () => {
    const converted = (mapped: 'cancelled' | '_skipped') =>
      toAcpPlanUpdate(foreign('dropped'), { mapStatus: () => mapped }).plan.entries[1];
    expect(converted('cancelled')).toEqual(entry('B', 'cancelled'));
    expect(converted('_skipped')).toEqual(entry('B', '_skipped'));
  });

  it.each(['cancelled', '_skipped', 'done'])('cannot be %s in v1, whoever says so', (mapped) => {
    // A host without types can answer anything.
    const mapStatus = () => mapped as 'pending';
    expect(() => toAcpPlan(foreign('dropped'), { mapStatus })).toThrow(
      `mapStatus answered "${mapped}" for todos[1].status "dropped"`,
    );
  });

  it("never ask for the kit's own three, which map one to one", () => {
    const mapStatus = () => expect.unreachable() as never;
    expect(
      toAcpPlan(plan('A', 'B*', 'C+'), { mapStatus }).entries.map(({ status }) => status),
    ).toEqual(['pending', 'in_progress', 'completed']);
  });

  it.each(['cancelled', 'failed', 'done'])('do not get into the kit either: %s', async (status) => {
    const kit = checkedKit();
    const turn = await kit.session('chat').startTurn();
    // What an application may have read from another tool.
    const list = foreign(status).todos as never;
    expect(await refusal(turn.write(list))).toContain(`(got "${status}")`);
    expect((await kit.session('chat').plan()).todos).toBeNull();
  });
});

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
