import type { PreviewTodo } from '../client/read-todos.ts';
import { summarizePlan } from '../client/summarize-plan.ts';
import { settledTodos, type ShowablePlan, type ShownStatus } from '../core/settled.ts';

/** What a panel shows of a plan. */
export interface ShownPlan {
  /** `active` while the turn is open (or unknown), `settled` after it, `preview` for a list that nobody accepted yet. */
  readonly state: 'active' | 'settled' | 'preview';
  readonly items: readonly { readonly content: string; readonly status: ShownStatus | null }[];
  /** The plan in one line; empty for a preview. */
  readonly text: string;
  /** That line without its task: what comes before `active`. */
  readonly summary: string;
  /** The first task in progress, with which the line ends. */
  readonly active: string | null;
  readonly moreActive: number;
}

/**
 * Decides what is to be seen: the accepted plan, else the preview, else nothing.
 *
 * A preview never takes the place of a plan that stands, so a call that is refused in the end has never shown.
 */
export function shownPlan(
  plan: ShowablePlan | null | undefined,
  preview: readonly PreviewTodo[] | null | undefined,
): ShownPlan | null {
  const items = plan ? settledTodos(plan) : null;
  if (plan && items !== null && items.length > 0) {
    const { text, active, moreActive } = summarizePlan(plan);
    const summary = text.slice(0, text.length - (active?.length ?? 0));
    const state = plan.turn?.open === false ? 'settled' : 'active';
    return { state, items, text, summary, active, moreActive };
  }
  if (!Array.isArray(preview) || preview.length === 0) return null;
  return { state: 'preview', items: preview, text: '', summary: '', active: null, moreActive: 0 };
}
