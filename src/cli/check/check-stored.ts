import { sessionNotFound } from '../../core/errors.ts';
import { readPages } from '../../store/read-pages.ts';
import type { SessionStore } from '../../store/session-store.ts';
import { SessionCheck } from './session-check.ts';
import type { CheckStep } from './check-all.ts';

/** Checks one session of any store, page by page. */
export async function checkStored(
  store: SessionStore,
  sessionId: string,
  { report, signal, tick }: CheckStep,
): Promise<void> {
  report.name({ id: sessionId, file: undefined, format: 'ai-sdk-todo' });
  const check = new SessionCheck(sessionId);
  let isFirst = true;
  for await (const { header, events } of readPages(store, sessionId, { signal })) {
    if (isFirst) {
      for (const violation of check.header(header)) report.violation(violation);
    }
    isFirst = false;
    for (const event of events) {
      for (const violation of check.event(event)) report.violation(violation);
    }
    await tick(check.events);
  }
  if (isFirst) {
    throw sessionNotFound(sessionId);
  }
  report.finish({ events: check.events, notes: check.notes });
}
