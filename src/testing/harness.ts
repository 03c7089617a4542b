import type { NewSessionEvent } from '../core/event.ts';
import type { AppendOptions, AppendResult, SessionStore } from '../store/session-store.ts';

/** A store that a case opened, and the space that it was opened over. */
export interface OpenStore {
  readonly space: string;
  readonly store: SessionStore;
}

/** An append that a harness carries out in another process. */
export interface ForeignAppend {
  readonly space: string;
  readonly sessionId: string;
  readonly events: readonly NewSessionEvent[];
  readonly options: Pick<AppendOptions, 'expectedVersion' | 'expectedUid' | 'parentSession'>;
}

/** A stored session that a harness changes behind the store's back. */
export interface StoredSession {
  readonly space: string;
  readonly sessionId: string;
}

/**
 * What the suite needs to know of a store to test it.
 *
 * Only `open` is required. Every other member makes more cases run; a case that lacks what it needs comes with a
 * `skip` reason. Spaces keep cases apart, so a harness may serve several cases at once.
 */
export interface StoreHarness {
  /**
   * Opens a store over a space: a place for sessions, such as a directory or a key prefix, that is named by 24
   * hexadecimal digits and empty when its name is given for the first time. The suite closes every store that it opened.
   */
  open(space: string): SessionStore | Promise<SessionStore>;

  /** Whether `open` finds the sessions of a space again after the store before was closed. Default `false`. */
  readonly reopens?: boolean | undefined;

  /** Whether `open` gives a second store over a space while the first is in use. Default `false`. */
  readonly shares?: boolean | undefined;

  /** Milliseconds in which an operation settles, also during an outage, and a hint arrives. Default 10,000. */
  readonly settleMs?: number | undefined;

  /** How many writers race for one session. Default 100. */
  readonly writers?: number | undefined;

  /** How many events the long log has that reading from its end is tested with. Default 2,000. */
  readonly longLog?: number | undefined;

  /** Removes a space after its case. */
  dispose?(space: string): void | Promise<void>;

  /** Appends from another process to the same space; answers `null` when that was refused as a version conflict. */
  appendElsewhere?(append: ForeignAppend): Promise<AppendResult | null>;

  /**
   * Starts to append from another process and kills that process at any moment, at best in the middle of the write.
   * Resolves when the process is gone.
   */
  killedAppend?(append: ForeignAppend): Promise<void>;

  /** Makes the next append through this store lose its reply: it is carried out, but the store does not hear of it. */
  loseReply?(opened: OpenStore): void | Promise<void>;

  /** Takes away what the store stands on, and gives it back unchanged. */
  readonly outage?:
    | {
        begin(opened: OpenStore): void | Promise<void>;
        end(opened: OpenStore): void | Promise<void>;
      }
    | undefined;

  /** Overwrites the stored record of one event, which is not the last one, with bytes that are no record. */
  damage?(session: StoredSession & { readonly seq: number }): void | Promise<void>;

  /** Takes away the events from this version on, as a server does that comes back from an older copy of its data. */
  rewind?(session: StoredSession & { readonly version: number }): void | Promise<void>;

  /** Rewrites the stored header so that its version is 99. */
  makeTooNew?(session: StoredSession): void | Promise<void>;

  /** Makes the session expire, or waits until it has. */
  expire?(session: StoredSession): void | Promise<void>;

  /** Loses every hint that this store would get from now on. */
  dropHints?(opened: OpenStore): void | Promise<void>;

  /**
   * Counts the timers, listeners, handles and connections that stores of this space hold. The suite compares the
   * count before a store is opened with the count after it was closed.
   */
  countHandles?(space: string): number | Promise<number>;

  /** Counts the bytes that stores of this space have read from where the sessions lie, since the space was opened. */
  countBytesRead?(space: string): number | Promise<number>;
}

/** The members of a harness that it may lack. */
export type HarnessPart = Exclude<
  keyof StoreHarness,
  'open' | 'dispose' | 'settleMs' | 'writers' | 'longLog'
>;
