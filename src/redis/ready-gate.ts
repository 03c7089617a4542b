interface ReportsStatus {
  on(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
  readonly status: string;
}

/** Waits for a client to be ready, with one pair of listeners for all who wait. */
export interface ReadyGate {
  /** Rejects when the client is closed for good, and with the signal's reason when that aborts first. */
  wait(signal: AbortSignal): Promise<void>;
}

const gates = new WeakMap<ReportsStatus, ReadyGate>();

/** The gate of a client: one, however many stores use it, so that it never has more than one pair of listeners. */
export function readyGateOf(client: ReportsStatus): ReadyGate {
  const gate = gates.get(client) ?? createReadyGate(client);
  gates.set(client, gate);
  return gate;
}

function createReadyGate(client: ReportsStatus): ReadyGate {
  const waiting = new Set<(isReady: boolean) => void>();
  const settleAll = (isReady: boolean) => {
    for (const settle of waiting) settle(isReady);
  };
  const ready = () => settleAll(true);
  const ended = () => settleAll(false);
  const enter = (settle: (isReady: boolean) => void) => {
    if (waiting.size === 0) {
      client.on('ready', ready);
      client.on('end', ended);
    }
    waiting.add(settle);
  };
  const leave = (settle: (isReady: boolean) => void) => {
    waiting.delete(settle);
    if (waiting.size > 0) return;
    client.off('ready', ready);
    client.off('end', ended);
  };

  return {
    wait(signal) {
      if (client.status === 'end') return Promise.reject(closed());
      return new Promise((resolve, reject) => {
        const settle = (isReady: boolean) => {
          leave(settle);
          signal.removeEventListener('abort', aborted);
          if (isReady) resolve();
          else reject(closed());
        };
        const aborted = () => {
          leave(settle);
          reject(signal.reason);
        };
        enter(settle);
        signal.addEventListener('abort', aborted, { once: true });
      });
    },
  };
}

function closed(): Error {
  return new Error('The connection is closed.');
}
