/** As much of Node's `process` as hearing of its end takes. */
interface Host {
  on(event: string, listener: (signal: string) => void): unknown;
  off(event: string, listener: (signal: string) => void): unknown;
  listenerCount(event: string): number;
  kill(pid: number, signal: string): unknown;
  readonly pid: number;
}

/** Those who want to hear of the end of a process. */
interface Leaving {
  add(leave: () => void): () => void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const key = Symbol.for('ai-sdk-todo.at-process-end');

/**
 * Calls `leave` when the process is about to end: by itself, by an exception, or by a signal. Does nothing where there
 * is no Node process.
 *
 * A signal ends the process as it would have done. Where the application listens for that signal too, it alone decides
 * what happens, and `leave` is called if the process does end.
 *
 * @returns stops listening.
 */
export function atProcessEnd(leave: () => void): () => void {
  const host = nodeProcess();
  if (host === undefined) return () => {};
  // One for all copies of this module: two would each take the other's listener for the application's.
  const shared = globalThis as { [key]?: Leaving }; // nobody else uses this key
  return (shared[key] ??= createLeaving(host)).add(leave);
}

function createLeaving(host: Host): Leaving {
  const all = new Set<() => void>();
  const leaveAll = () => {
    for (const leave of all) {
      try {
        leave();
      } catch {
        // The stream may be gone with the terminal; nobody is left to tell.
      }
    }
  };
  const listen = (method: 'on' | 'off') => {
    host[method]('exit', leaveAll);
    for (const signal of SIGNALS) host[method](signal, onSignal);
  };
  const onSignal = (signal: string) => {
    if (host.listenerCount(signal) > 1 + waitingFor(host)) return;
    leaveAll();
    all.clear();
    listen('off');
    // Nobody listens any more, so the signal now does what it does by default.
    host.kill(host.pid, signal);
  };
  return {
    add(leave) {
      if (all.size === 0) listen('on');
      all.add(leave);
      return () => {
        if (all.delete(leave) && all.size === 0) listen('off');
      };
    },
  };
}

/**
 * How many of a signal's listeners belong to the package signal-exit, which many command line tools use. It does
 * nothing while anybody else listens, so two that wait for each other would swallow the signal.
 */
function waitingFor(host: Host): number {
  interface Counted {
    readonly count?: number;
  }
  // Where its versions 4 and 3 keep their counts.
  const { [Symbol.for('signal-exit emitter')]: v4 } = globalThis as { [key: symbol]: Counted };
  const { __signal_exit_emitter__: v3 } = host as { __signal_exit_emitter__?: Counted };
  return (v4?.count ?? 0) + (v3?.count ?? 0);
}

function nodeProcess(): Host | undefined {
  const host: Partial<Host> | undefined = globalThis.process;
  const isNode = typeof host?.on === 'function' && typeof host.kill === 'function';
  return isNode ? (host as Host) : undefined; // checked on the line above
}
