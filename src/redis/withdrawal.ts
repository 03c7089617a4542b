/** What takes back a command that was not sent yet. */
export interface Withdrawal {
  readonly isWithdrawn: boolean;
  /** Aborts when it is withdrawn. Made when it is asked for. */
  readonly signal: AbortSignal;
}
