import type { NewSessionEvent, SessionEvent, SessionHeader } from '../core/event.ts';

/** What every operation of a store takes: `signal` gives up waiting and frees what the call holds. */
export interface StoreOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface AppendOptions extends StoreOptions {
  /** The number of events that the session must hold now; 0 also for a session that does not exist. */
  readonly expectedVersion: number;
  /** The `uid` that the session must have: refuses a session that was deleted and made anew. */
  readonly expectedUid?: string | undefined;
  /**
   * The `id` that the last event must have, the one before `expectedVersion`: refuses a session whose store lost its end
   * (a failover, an older copy) and that grew to the same length again.
   */
  readonly expectedLastId?: string | undefined;
  /** Goes into the header if this append creates the session; ignored otherwise. */
  readonly parentSession?: string | undefined;
}

export interface AppendResult {
  /** The number of events after this append: the seq of its last event plus one. */
  readonly version: number;
  readonly uid: string;
}

export interface ReadOptions extends StoreOptions {
  /** The first seq to return. Default 0. */
  readonly fromSeq?: number | undefined;
  /** At most this many events. Default: all. */
  readonly limit?: number | undefined;
}

/** A consistent cut of one session. */
export interface SessionSlice {
  readonly header: SessionHeader;
  /** The number of events in the whole session at the moment of the read. */
  readonly version: number;
  /** In order, without gaps. */
  readonly events: readonly SessionEvent[];
}

export interface ListOptions extends StoreOptions {
  /** The `cursor` of the page before. Default: the first page. */
  readonly cursor?: string | undefined;
  /** At most this many sessions, 1 to 1,000. Default 100. A page may be shorter and still not be the last. */
  readonly limit?: number | undefined;
}

export interface SessionPage {
  readonly sessions: readonly { readonly id: string; readonly createdAt: number }[];
  /** Where the next page starts; absent on the last page. */
  readonly cursor?: string;
}

/** What a store promises, for applications that choose one and for tests that hold it to its word. */
export interface StoreCapabilities {
  /**
   * What survives once `append` has resolved: `process` nothing beyond this process, `os` a crash of the process,
   * `disk` a power cut, `server` whatever the database server promises.
   */
  readonly durability: 'process' | 'os' | 'disk' | 'server';
  /** Who can share the sessions: one process, the processes of one machine, or many machines. */
  readonly scope: 'process' | 'machine' | 'network';
  /** Whether `watch` is told of changes at once; otherwise followers poll. */
  readonly watch: boolean;
  /** Whether sessions can expire on their own. */
  readonly expires: boolean;
}

/**
 * Where sessions live: an append-only log of events for each session id.
 *
 * The numbered rules S1 to S13 that an implementation keeps are cases of `sessionStoreCases` in
 * `ai-sdk-todo/testing`; run them against your own.
 */
export interface SessionStore {
  readonly capabilities: StoreCapabilities;

  /**
   * Appends events, all or none of them, at the expected version; creates the session if it is the first append.
   *
   * Durable to the store's stated promise when it resolves. Throws `VersionConflictError` when another writer was
   * faster (nothing is written), an error with code `outcome_unknown` when it cannot tell whether the events were
   * stored, and any other error when they were not. Repeating an append with the same event ids at the same version
   * is safe: it counts once.
   */
  append(
    sessionId: string,
    events: readonly NewSessionEvent[],
    options: AppendOptions,
  ): Promise<AppendResult>;

  /** Reads events from `fromSeq` on; `null` when the session does not exist. */
  read(sessionId: string, options?: ReadOptions): Promise<SessionSlice | null>;

  /** Reads the last `limit` events in one round trip, at a cost that does not depend on the length of the log. */
  tail(sessionId: string, limit: number, options?: StoreOptions): Promise<SessionSlice | null>;

  /** Lists sessions, in no promised order, without reading their logs. */
  list(options?: ListOptions): Promise<SessionPage>;

  /** Deletes a session. Does nothing when it does not exist. */
  delete(sessionId: string, options?: StoreOptions): Promise<void>;

  /**
   * Yields a hint after the session may have changed: read to see what. Hints may be late, merged or lost, so
   * followers also poll. The first hint comes as soon as the watcher listens. Ends when `signal` aborts.
   */
  watch?(sessionId: string, options: StoreOptions): AsyncIterable<void>;

  /** Frees every timer, listener and handle that the store made. Later calls are refused with `store_closed`. */
  close(): Promise<void>;
}
