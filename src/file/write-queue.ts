import { compareVersion } from '../store/check-options.ts';
import { createJob, type Job, type JobOptions } from './job.ts';
import type { OpenSession } from './open-session.ts';
import type { AppendEntry } from './plan-batch.ts';

/** Work that has a session for itself; `null` when there is nothing at all where it would lie. */
export type SessionTask<T> = (session: OpenSession | null) => Promise<T>;

export interface TaskEntry {
  readonly job: Job<unknown>;
  readonly task: SessionTask<unknown>;
}

/** What waits to be written to one session, in the order of the calls. */
export interface WriteQueue {
  readonly length: number;
  /** Whether something waits that creates the session where there is none. */
  readonly creates: boolean;
  add<T>(options: QueueOptions, entryOf: (job: Job<T>) => AppendEntry | TaskEntry): Promise<T>;
  /** Takes the task that is due; `undefined` when appends are. */
  takeTask(): TaskEntry | undefined;
  /** Takes appends that share a write, as many as stand together, up to so many bytes beyond the first. */
  takeAppends(bytes: number): AppendEntry[];
  /** Takes everything that does not create the session. */
  takeOthers(): (AppendEntry | TaskEntry)[];
  rejectAll(error: unknown): void;
}

type QueueOptions = Pick<JobOptions, 'signal' | 'timeoutMs' | 'lockTimeoutMs' | 'isLockedOut'>;

/** @param onEmpty runs when the last call that waited was given up. */
export function createWriteQueue(onEmpty: () => void): WriteQueue {
  let entries: (AppendEntry | TaskEntry)[] = [];
  return {
    get length() {
      return entries.length;
    },
    get creates() {
      return entries.some(mayCreate);
    },
    add<T>(options: QueueOptions, entryOf: (job: Job<T>) => AppendEntry | TaskEntry): Promise<T> {
      const job = createJob<T>({
        ...options,
        onGiveUp() {
          entries = entries.filter((one) => one !== entry);
          if (entries.length === 0) onEmpty();
        },
      });
      const entry = entryOf(job);
      entries.push(entry);
      return job.promise;
    },
    takeTask() {
      const [first] = entries;
      if (first === undefined || !('task' in first)) return undefined;
      entries.shift();
      return first;
    },
    takeAppends(bytes) {
      const taken: AppendEntry[] = [];
      let size = 0;
      for (let [next] = entries; next !== undefined && 'encoded' in next; [next] = entries) {
        for (const line of next.encoded.lines) size += line.length;
        if (taken.length > 0 && size > bytes) break;
        entries.shift();
        if (next.job.begin()) taken.push(next);
      }
      return taken;
    },
    takeOthers() {
      const others = entries.filter((entry) => !mayCreate(entry));
      entries = entries.filter(mayCreate);
      return others;
    },
    rejectAll(error) {
      for (const { job } of entries.splice(0)) job.reject(error);
    },
  };
}

/** Tells an append that there is no session, where it counts on one. */
export function refuseAbsent(sessionId: string, { job, encoded, options }: AppendEntry): void {
  if (!job.begin()) return;
  try {
    compareVersion(sessionId, options, null, encoded.ids);
  } catch (error) {
    job.reject(error);
  }
}

function mayCreate(entry: AppendEntry | TaskEntry): boolean {
  return (
    'encoded' in entry &&
    entry.options.expectedVersion === 0 &&
    entry.options.expectedUid === undefined &&
    entry.options.expectedLastId === undefined
  );
}
