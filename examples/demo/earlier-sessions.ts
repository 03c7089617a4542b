import { checkSession, type SessionStore } from 'ai-sdk-todo';
import { toPlainText } from 'ai-sdk-todo/terminal';

/** How many of them are shown. */
const SHOWN = 3;

/** Checks the sessions that earlier runs left in a store, and shows the latest of them. */
export async function checkEarlier(
  store: SessionStore,
  print: (line: string) => void,
): Promise<{ readonly ids: readonly string[]; readonly violations: number }> {
  const sessions: { readonly id: string; readonly createdAt: number }[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.list({ cursor });
    sessions.push(...page.sessions);
    ({ cursor } = page);
  } while (cursor !== undefined);

  const newestFirst = sessions.toSorted((a, b) => b.createdAt - a.createdAt);
  if (newestFirst.length > 0) print(`Earlier sessions, still as they were: ${sessions.length}`);
  let found = 0;
  for (const [i, { id }] of newestFirst.entries()) {
    const { events, violations } = await checkSession(store, id);
    found += violations.length;
    if (i < SHOWN) print(`  ${toPlainText(id)}: ${events} events, ${violations.length} violations`);
  }
  return { ids: newestFirst.map(({ id }) => id), violations: found };
}
