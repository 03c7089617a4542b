/** A wait that can be cut short. */
export interface Pause {
  /** Waits so many milliseconds, or until it is ended. */
  take(ms: number): Promise<void>;
  end(): void;
}

export function createPause(): Pause {
  let finish: (() => void) | undefined;
  return {
    take: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        finish = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => finish?.(),
  };
}
