import type { Plan } from '../core/plan.ts';

const encoder = new TextEncoder();

/** A comment, which clients pass over: it keeps an idle stream open. */
export const HEARTBEAT: Uint8Array = encoder.encode(':\n\n');

/** A plan as a server-sent event. JSON has no line breaks of its own, so a plan is one `data` line. */
export function frameOf(plan: Plan): Uint8Array {
  return encoder.encode(`id: ${plan.asOfSeq}\ndata: ${JSON.stringify(plan)}\n\n`);
}
