import type { ShownStatus } from '../core/settled.ts';

/** Every word of the panel, for other languages. */
export interface TodoPanelLabels {
  /** The name of the panel. Default `Plan`. */
  readonly title: string;
  /** What stands beside the name while a first list is being written. Default `Preview, not accepted yet`. */
  readonly preview: string;
  /** What is read out after the number of further tasks in progress. Default `more in progress`. */
  readonly moreActive: string;
  /** The statuses in words. */
  readonly status: Readonly<Record<ShownStatus, string>>;
  /** The status of a task whose status is still being written. Default `Being written`. */
  readonly unknownStatus: string;
}

export const DEFAULT_LABELS: TodoPanelLabels = {
  title: 'Plan',
  preview: 'Preview, not accepted yet',
  moreActive: 'more in progress',
  status: {
    pending: 'Pending',
    in_progress: 'In progress',
    completed: 'Completed',
    paused: 'Paused',
  },
  unknownStatus: 'Being written',
};
