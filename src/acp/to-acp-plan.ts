import { assertOptionalFunction, assertOptions } from '../core/argument.ts';
import { TodoError } from '../core/errors.ts';
import { assertPlan, settledTodos, type ShowablePlan, type ShownTodo } from '../core/settled.ts';
import { quote } from '../core/text.ts';
import { isTodoStatus, type TodoStatus } from '../core/todo.ts';
import type { AcpPlan, AcpPlanEntry, AcpPlanUpdate, AcpStatus, AcpStatusV2 } from './acp-types.ts';

/** A session of ours has one plan, so its id in ACP v2 never changes. */
export const ACP_PLAN_ID = 'main';

export interface ToAcpOptions<STATUS extends string> {
  /**
   * What a status of another tool means in ACP, such as `cancelled` or `skipped`. Only asked for statuses that are not
   * the kit's. `undefined`, and no function at all, is an error: nothing is ever taken for completed by itself.
   */
  readonly mapStatus?: ((status: string) => STATUS | undefined) | undefined;
}

/**
 * A plan as the `update` of a `session/update` in ACP v1. Pure.
 *
 * The kit's three statuses are ACP's. In a turn that is over, what was in progress is `pending` again: nobody works on
 * it, and ACP has no word for paused. Without a plan, and after a clear, `entries` is empty. Throws a `TodoError` with
 * code `invalid_todos` for a status that it does not know, unless `mapStatus` does, and `invalid_option` for what is no
 * plan.
 *
 * @example
 * await client.notify('session/update', { sessionId, update: toAcpPlan(await session.plan()) });
 */
export function toAcpPlan(
  plan: ShowablePlan<string>,
  options: ToAcpOptions<AcpStatus> = {},
): AcpPlan {
  return { sessionUpdate: 'plan', entries: entriesOf(plan, options, isTodoStatus) };
}

/**
 * The same for ACP v2, whose plans have an id: always `main`, so that a client replaces the plan that it has.
 *
 * `mapStatus` may also answer `cancelled`, or a status of your own that begins with `_`.
 */
export function toAcpPlanUpdate<STATUS extends AcpStatusV2 = AcpStatus>(
  plan: ShowablePlan<string>,
  options: ToAcpOptions<STATUS> = {},
): AcpPlanUpdate<STATUS | AcpStatus> {
  const entries = entriesOf<STATUS>(plan, options, isStatusV2);
  return { sessionUpdate: 'plan_update', plan: { type: 'items', planId: ACP_PLAN_ID, entries } };
}

function entriesOf<STATUS extends string>(
  plan: ShowablePlan<string>,
  options: ToAcpOptions<STATUS>,
  isStatus: (status: string) => boolean,
): AcpPlanEntry<STATUS | TodoStatus>[] {
  assertPlan(plan);
  checkToAcpOptions(options);
  const { todos, turn } = plan;
  const { mapStatus } = options;
  // Mapped before it is settled, so that a foreign `paused` is not taken for ours.
  const known = (todos ?? []).map(({ content, status }, index): ShownTodo<STATUS | TodoStatus> => {
    if (isTodoStatus(status)) return { content, status };
    const mapped = mapStatus?.(status);
    // Checked all the same: a host without types can answer anything.
    if (mapped !== undefined && isStatus(mapped)) return { content, status: mapped };
    throw unknownStatus(index, status, mapped);
  });
  return (settledTodos<STATUS | TodoStatus>({ todos: known, turn }) ?? []).map(
    ({ content, status }) => ({
      content,
      priority: 'medium',
      status: status === 'paused' ? 'pending' : status,
    }),
  );
}

export function checkToAcpOptions(options: ToAcpOptions<string>): void {
  assertOptions(options);
  assertOptionalFunction('mapStatus', options.mapStatus);
}

function isStatusV2(status: string): boolean {
  return isTodoStatus(status) || status === 'cancelled' || status.startsWith('_');
}

function unknownStatus(index: number, status: string, mapped: string | undefined): TodoError {
  const found = quote(String(status));
  return new TodoError(
    'invalid_todos',
    mapped === undefined
      ? `todos[${index}].status ${found} is not a status of the kit. Say with mapStatus what it is in ACP.`
      : `mapStatus answered ${quote(String(mapped))} for todos[${index}].status ${found}, which is not a status of this version of ACP.`,
  );
}
