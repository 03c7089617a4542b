import { settledTodos, type ShownTodo } from '../../core/settled.ts';
import { planTitle } from './plan-title.ts';
import type { PlanFound } from './read-plan.ts';
import { plain } from '../output/safe-text.ts';

/** A plan as a Markdown list of tasks, under a heading that says which session it is. */
export function planMarkdown(found: PlanFound): string {
  const todos = settledTodos(found.plan);
  const heading = `## ${escapeMarkdown(planTitle(found))}`;
  if (todos === null) return `${heading}\n\nNo plan in this turn.`;
  if (todos.length === 0) return `${heading}\n\nThe plan was cleared.`;
  return [heading, '', ...todos.map(itemOf)].join('\n');
}

function itemOf({ content, status }: ShownTodo): string {
  const box = status === 'completed' ? '[x]' : '[ ]';
  const text = escapeMarkdown(plain(content).trim());
  if (status === 'in_progress') return `- ${box} **${text}** (in progress)`;
  return `- ${box} ${text}${status === 'paused' ? ' (paused)' : ''}`;
}

/** Text that reads in Markdown as it stands, and is neither a link nor a tag nor a heading there. */
function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]<>#|~&!$]/g, String.raw`\$&`)
    .replace(/^[-+=]/, String.raw`\$&`)
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`);
}
