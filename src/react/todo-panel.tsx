import { useId, useState, type CSSProperties, type ReactElement } from 'react';
import type { PreviewTodo } from '../client/read-todos.ts';
import type { ShowablePlan } from '../core/settled.ts';
import { DEFAULT_LABELS, type TodoPanelLabels } from './labels.ts';
import { shownPlan, type ShownPlan } from './shown-plan.ts';
import { useAnnouncement } from './use-announcement.ts';
import { useCheckedPlan } from './use-checked-plan.ts';

export interface TodoPanelProps {
  /** The plan of `usePlan` or `planFromMessages`; the panel is hidden where it has no tasks. */
  readonly plan: ShowablePlan | null | undefined;
  /** The `preview` of `planFromMessages`: shown, marked as such, where no plan stands yet. Pass it only while the chat streams. */
  readonly preview?: readonly PreviewTodo[] | null | undefined;
  /** Whether the list is folded away at first. Default false. */
  readonly defaultCollapsed?: boolean | undefined;
  readonly className?: string | undefined;
  /** Words of your own; those that you leave out stay English. */
  readonly labels?: Partial<TodoPanelLabels> | undefined;
}

/**
 * Shows a plan as a list that can be folded away, and nothing at all where there is no plan or an empty one.
 *
 * Brings no style: style it by its attributes `data-todo-panel` (with `data-state`: `active`, `settled` or `preview`),
 * `data-todo-toggle`, `data-todo-title`, `data-todo-summary`, `data-todo-more`, `data-todo-list`, and on each item
 * `data-status` (`pending`, `in_progress`, `completed`, `paused`, `unknown`), `data-todo-status` and `data-todo-content`.
 *
 * Once its turn is over, what was in progress is shown as paused. Each status stands there in words; changes of the
 * summary are read out by screen readers, politely, and not for every keystroke of a preview. A `plan` that is none is no
 * plan, and is told on the console. The model's words stand in
 * `<bdi>`: characters that change the direction of text reorder nothing beside them.
 *
 * @example
 * <TodoPanel plan={usePlan({ url: '/api/plan/chat-42' })} />
 */
export function TodoPanel(props: TodoPanelProps): ReactElement | null {
  const { preview, defaultCollapsed = false, className } = props;
  const plan = useCheckedPlan(props.plan);
  const labels = { ...DEFAULT_LABELS, ...props.labels };
  const shown = shownPlan(plan, preview);
  const [collapsed, setCollapsed] = useState(defaultCollapsed);
  const announcement = useAnnouncement(shown?.text ?? '');
  const listId = useId();
  if (shown === null) return null;

  const { state, summary, active, moreActive } = shown;
  return (
    <section
      data-todo-panel=""
      data-state={state}
      aria-label={labels.title}
      {...(className === undefined ? {} : { className })}
    >
      <button
        type="button"
        data-todo-toggle=""
        aria-expanded={!collapsed}
        // The list is there only while it can be seen.
        aria-controls={collapsed ? undefined : listId}
        onClick={() => setCollapsed(!collapsed)}
      >
        <span data-todo-title="">{labels.title}</span>{' '}
        <span data-todo-summary="">
          {state === 'preview' ? labels.preview : summary}
          {active !== null && <bdi>{active}</bdi>}
        </span>
        {moreActive > 0 && (
          <>
            {' '}
            <span data-todo-more="">
              {`+${moreActive}`}
              <span style={VISUALLY_HIDDEN}>{` ${labels.moreActive}`}</span>
            </span>
          </>
        )}
      </button>
      {!collapsed && <TodoList id={listId} shown={shown} labels={labels} />}
      <span role="status" style={VISUALLY_HIDDEN}>
        {announcement}
      </span>
    </section>
  );
}

interface TodoListProps {
  readonly id: string;
  readonly shown: ShownPlan;
  readonly labels: TodoPanelLabels;
}

function TodoList({ id, shown: { state, items }, labels }: TodoListProps): ReactElement {
  return (
    // The role is said although it is the list's own: Safari forgets it where a style takes the bullets away.
    <ol id={id} role="list" data-todo-list="">
      {items.map(({ content, status }, index) => (
        // Texts are unique in a plan; those of a preview grow, so there the place is what stays the same.
        <li key={state === 'preview' ? index : content} data-status={status ?? 'unknown'}>
          <span data-todo-status="">
            {status === null ? labels.unknownStatus : labels.status[status]}
          </span>{' '}
          <span data-todo-content="">
            <bdi>{content}</bdi>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Out of sight, and still there for screen readers. */
const VISUALLY_HIDDEN: CSSProperties = {
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  padding: 0,
  border: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
};
