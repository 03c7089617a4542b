// The shapes of the Agent Client Protocol that a plan takes, so that this package does not need the SDK. Tests hold them
// to the SDK's types and schemas. The lists are mutable because the SDK's are; each message is a new object.

/** The statuses of ACP v1. */
export type AcpStatus = 'pending' | 'in_progress' | 'completed';

/** The statuses of ACP v2: one more, and those of an implementation's own, which begin with `_`. */
export type AcpStatusV2 = AcpStatus | 'cancelled' | `_${string}`;

/** One task as ACP spells it. */
export interface AcpPlanEntry<STATUS extends string = AcpStatus> {
  content: string;
  /** ACP wants one and a plan has none: always the neutral one. */
  priority: 'medium';
  status: STATUS;
}

/** The `update` of a `session/update` in ACP v1: the whole plan. */
export interface AcpPlan {
  sessionUpdate: 'plan';
  entries: AcpPlanEntry[];
}

/** The `update` of a `session/update` in ACP v2: the whole plan, under an id that stays the same. */
export interface AcpPlanUpdate<STATUS extends AcpStatusV2 = AcpStatus> {
  sessionUpdate: 'plan_update';
  plan: { type: 'items'; planId: string; entries: AcpPlanEntry<STATUS>[] };
}

/** The `update` that takes a plan away, for clients that say that they understand it. */
export interface AcpPlanRemoved {
  sessionUpdate: 'plan_removed';
  planId: string;
}
