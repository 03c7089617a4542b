export { cutToWidth, displayWidth } from './display-width.ts';
export { livePlan } from './live-plan.ts';
export type { LivePlan, LivePlanOptions } from './live-plan.ts';
export { toPlainText } from './plain-text.ts';
export { renderPlan } from './render-plan.ts';
export type { RenderPlanOptions } from './render-plan.ts';
export { terminalStyle } from './terminal-style.ts';
export type {
  Environment,
  TerminalStream,
  TerminalStyle,
  TerminalStyleOptions,
} from './terminal-style.ts';
export type { ShowablePlan } from '../core/settled.ts';
