export { createAcpPlanFeed } from './acp-plan-feed.ts';
export type { AcpPlanFeed, AcpPlanFeedOptions, AcpPlanUpdateFeedOptions } from './acp-plan-feed.ts';
export type {
  AcpPlan,
  AcpPlanEntry,
  AcpPlanRemoved,
  AcpPlanUpdate,
  AcpStatus,
  AcpStatusV2,
} from './acp-types.ts';
export { toAcpPlan, toAcpPlanUpdate } from './to-acp-plan.ts';
export type { ToAcpOptions } from './to-acp-plan.ts';
export type { ShowablePlan } from '../core/settled.ts';
