import { assertArgument } from '../core/argument.ts';
import { assertPlan, type ShowablePlan } from '../core/settled.ts';
import type {
  AcpPlan,
  AcpPlanRemoved,
  AcpPlanUpdate,
  AcpStatus,
  AcpStatusV2,
} from './acp-types.ts';
import {
  ACP_PLAN_ID,
  checkToAcpOptions,
  toAcpPlan,
  toAcpPlanUpdate,
  type ToAcpOptions,
} from './to-acp-plan.ts';

/** For clients of ACP v1. */
export interface AcpPlanFeedOptions extends ToAcpOptions<AcpStatus> {
  readonly update?: 'plan' | undefined;
  /**
   * Whether the client has just created the session: then it shows no plan, and an empty one is not sent first. Default
   * false: the first plan is always sent, as a client that loads a session needs.
   */
  readonly isNew?: boolean | undefined;
}

/** For clients of ACP v2, and of v1 where `clientCapabilities.plan` says that they take `plan_update`. */
export interface AcpPlanUpdateFeedOptions<STATUS extends AcpStatusV2 = AcpStatus>
  extends Pick<AcpPlanFeedOptions, 'isNew'>, ToAcpOptions<STATUS> {
  readonly update: 'plan_update';
  /**
   * Whether the client said that it takes `plan_removed` (`clientCapabilities.plan`): sent when a session is deleted.
   * Default false: then the plan becomes an empty one.
   */
  readonly canRemove?: boolean | undefined;
}

/** Decides what one client has to be sent, plan by plan. */
export interface AcpPlanFeed<UPDATE> {
  /**
   * The update to send for the next plan of the session, or `undefined` where the client shows the same already.
   */
  next(plan: ShowablePlan<string>): UPDATE | undefined;
}

/**
 * Makes a feed of one session for one client: one update when the client loads the session, then one for each change of
 * what it shows. The start of the next turn is an empty plan; a list that is written again as it was is no change.
 *
 * @example
 * const feed = createAcpPlanFeed();
 * for await (const plan of session.watch({ signal })) {
 *   const update = feed.next(plan);
 *   if (update) await client.notify('session/update', { sessionId, update });
 * }
 */
export function createAcpPlanFeed(options?: AcpPlanFeedOptions): AcpPlanFeed<AcpPlan>;
export function createAcpPlanFeed<STATUS extends AcpStatusV2 = AcpStatus>(
  options: AcpPlanUpdateFeedOptions<STATUS> & { readonly canRemove?: false | undefined },
): AcpPlanFeed<AcpPlanUpdate<STATUS | AcpStatus>>;
export function createAcpPlanFeed<STATUS extends AcpStatusV2 = AcpStatus>(
  options: AcpPlanUpdateFeedOptions<STATUS>,
): AcpPlanFeed<AcpPlanUpdate<STATUS | AcpStatus> | AcpPlanRemoved>;
export function createAcpPlanFeed(
  options: AcpPlanFeedOptions | AcpPlanUpdateFeedOptions<AcpStatusV2> = {},
): AcpPlanFeed<AcpPlan | AcpPlanUpdate<AcpStatusV2> | AcpPlanRemoved> {
  checkToAcpOptions(options);
  const { isNew = false, update: kind = 'plan' } = options;
  const isKnown = kind === 'plan' || kind === 'plan_update';
  assertArgument(isKnown, 'update', "'plan' or 'plan_update'", kind);
  const canRemove = options.update === 'plan_update' && options.canRemove === true;
  let shown = isNew ? '[]' : undefined;
  let isThere = false;
  return {
    next(plan) {
      assertPlan(plan);
      // Only a session without a log has neither; one that had a plan before was deleted.
      const isGone = plan.todos === null && plan.turn === null;
      if (isGone && isThere && canRemove) {
        isThere = false;
        shown = '[]';
        return { sessionUpdate: 'plan_removed', planId: ACP_PLAN_ID };
      }
      const isPlanUpdate = options.update === 'plan_update';
      const update = isPlanUpdate ? toAcpPlanUpdate(plan, options) : toAcpPlan(plan, options);
      const entries = 'plan' in update ? update.plan.entries : update.entries;
      const showing = JSON.stringify(entries);
      if (showing === shown) return undefined;
      shown = showing;
      isThere = true;
      return update;
    },
  };
}
