import { randomId } from '../core/random-id.ts';
import type { SessionStore } from '../store/session-store.ts';
import { StoreCaseError, within } from './expect.ts';
import type { HarnessPart, StoreHarness } from './harness.ts';

/** The numbered promises of a `SessionStore`. */
export type StoreRule =
  | 'S1'
  | 'S2'
  | 'S3'
  | 'S4'
  | 'S5'
  | 'S6'
  | 'S7'
  | 'S8'
  | 'S9'
  | 'S10'
  | 'S11'
  | 'S12'
  | 'S13';

/** One case of the suite, for any test runner. */
export interface StoreCase {
  readonly rule: StoreRule;
  /** What the store does, in plain words. Unique together with `rule`. */
  readonly name: string;
  /** Why the case cannot run with this harness; absent where it can. `run` rejects with it. */
  readonly skip?: string;
  /** Opens a store, tries it and closes it; rejects with an error that says what was wanted and what was seen. */
  run(): Promise<void>;
}

/** What a case works with. */
export interface CaseContext {
  readonly space: string;
  /** The first store over the space. */
  readonly store: SessionStore;
  /** Aborts when the case has ended: what it started must not outlive it, also when it failed. */
  readonly signal: AbortSignal;
  readonly settleMs: number;
  readonly writers: number;
  readonly longLog: number;
  /** Opens one more store over the same space; it is closed after the case. */
  open(): Promise<SessionStore>;
  /** Only members that the case names in `needs` are sure to be there. */
  readonly harness: Everything<StoreHarness>;
}

type Everything<T> = { readonly [Key in keyof T]-?: NonNullable<T[Key]> };

export interface CaseDefinition {
  readonly rule: StoreRule;
  readonly name: string;
  readonly needs?: readonly HarnessPart[];
  run(context: CaseContext): Promise<void>;
}

/** Binds a case to a harness. */
export function createCase(definition: CaseDefinition, harness: StoreHarness): StoreCase {
  const { rule, name, needs = [] } = definition;
  const lacking = needs.filter((part) => !harness[part]);
  if (lacking.length > 0) {
    const skip = `the harness has no ${lacking.map((part) => `\`${part}\``).join(' and no ')}`;
    return { rule, name, skip, run: () => Promise.reject(new StoreCaseError(`Skipped: ${skip}.`)) };
  }
  return { rule, name, run: () => runCase(definition, harness) };
}

async function runCase(definition: CaseDefinition, harness: StoreHarness): Promise<void> {
  const space = randomId();
  const opened: SessionStore[] = [];
  const ending = new AbortController();
  const open = async () => {
    const store = await harness.open(space);
    opened.push(store);
    return store;
  };
  const { settleMs = 10_000, writers = 100, longLog = 2_000 } = harness;
  let failure: unknown;
  try {
    await definition.run({
      space,
      store: await open(),
      signal: ending.signal,
      settleMs,
      writers,
      longLog,
      open,
      // The cast: createCase skips a case whose `needs` the harness lacks.
      harness: harness as Everything<StoreHarness>,
    });
  } catch (error) {
    failure = error ?? new StoreCaseError('The store threw nothing at all.');
  }
  ending.abort();
  try {
    for (const store of opened) await within(store.close(), settleMs + 1_000, 'closing the store');
  } catch (error) {
    failure ??= new StoreCaseError('A store could not be closed, maybe for the second time.', {
      cause: error,
    });
  }
  await harness.dispose?.(space);
  if (failure !== undefined) throw failure;
}
