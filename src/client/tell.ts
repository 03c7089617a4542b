/** Calls a function of the application; what it throws is reported, and changes nothing here. */
export function tell<ARGS extends readonly unknown[]>(
  listener: (...args: ARGS) => void,
  ...args: ARGS
): void {
  try {
    listener(...args);
  } catch (error) {
    (globalThis.reportError ?? console.error)(error);
  }
}
