import { assertArgument } from '../core/argument.ts';
import { atomicCases } from './cases/s01-atomic.ts';
import { versionCases } from './cases/s02-versions.ts';
import { lostEndCases } from './cases/s02-lost-end.ts';
import { orderCases } from './cases/s03-order.ts';
import { repeatCases } from './cases/s04-repeat.ts';
import { restartCases } from './cases/s05-restart.ts';
import { fidelityCases } from './cases/s06-fidelity.ts';
import { copyCases } from './cases/s07-copies.ts';
import { sessionIdCases } from './cases/s08-session-ids.ts';
import { answerCases } from './cases/s09-answers.ts';
import { costCases } from './cases/s10-cost.ts';
import { followCases } from './cases/s11-following.ts';
import { watchCases } from './cases/s11-watching.ts';
import { cancelCases } from './cases/s12-cancel.ts';
import { outageCases } from './cases/s13-outage.ts';
import type { StoreHarness } from './harness.ts';
import { createCase, type StoreCase } from './store-case.ts';

export { StoreCaseError } from './expect.ts';
export type {
  ForeignAppend,
  HarnessPart,
  OpenStore,
  StoreHarness,
  StoredSession,
} from './harness.ts';
export type { StoreCase, StoreRule } from './store-case.ts';

const definitions = [
  atomicCases,
  versionCases,
  lostEndCases,
  orderCases,
  repeatCases,
  restartCases,
  fidelityCases,
  copyCases,
  sessionIdCases,
  answerCases,
  costCases,
  watchCases,
  followCases,
  cancelCases,
  outageCases,
].flat();

/**
 * The conformance suite: the cases that hold a `SessionStore` to the rules S1 to S13, for any test runner.
 *
 * Every case opens its own store over its own space, so cases may run in any order and side by side. A case that
 * needs more than the harness has carries a `skip` reason: print it. A case settles when the store does, so give the
 * runner more time for one case than twice `settleMs`.
 *
 * @example
 * // vitest
 * for (const { rule, name, skip, run } of sessionStoreCases({ open: () => myStore() })) {
 *   test(`${rule}: ${name}`, (context) => (skip ? context.skip(skip) : run()));
 * }
 *
 * @example
 * // node:test
 * for (const { rule, name, skip, run } of sessionStoreCases({ open: () => myStore() })) {
 *   test(`${rule}: ${name}`, { skip }, () => run());
 * }
 *
 * @example
 * // a store that outlives its process, over a directory for each space
 * const cases = sessionStoreCases({
 *   open: (space) => myStore({ directory: join(root, space) }),
 *   reopens: true,
 *   shares: true,
 *   dispose: (space) => rm(join(root, space), { recursive: true, force: true }),
 * });
 */
export function sessionStoreCases(harness: StoreHarness): readonly StoreCase[] {
  const canOpen = typeof harness?.open === 'function';
  assertArgument(canOpen, 'harness', 'an object with a function `open`', harness);
  return definitions.map((definition) => createCase(definition, harness));
}
