/** What a subscriber tells of. */
export interface SubscriberEvents {
  onMessage(channel: string): void;
  /** The connection was made anew: messages may have been lost, and `resubscribe` says whether subscriptions were. */
  onReconnect(lost: { readonly resubscribe: boolean }): void;
}

/** A connection that listens on channels. It reconnects on its own, and its errors end no process. */
export interface Subscriber {
  subscribe(channels: readonly string[]): Promise<void>;
  unsubscribe(channels: readonly string[]): Promise<void>;
  /**
   * Lets go of the connection at once; of these channels only, where the connection belongs to the client. Never
   * rejects.
   */
  close(channels: readonly string[]): Promise<void>;
}

export type OpenSubscriber = (events: SubscriberEvents) => Subscriber;
