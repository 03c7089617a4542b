import type { ModelMessage } from 'ai';
import { VersionConflictError, type SessionStore, type TodoSession } from 'ai-sdk-todo';

/** Our own type of event: the kit skips it, keeps it, and reports it as a note. */
const MESSAGE = 'chat/message';

/** The messages of a chat, in order. They stand in the same log as its plans, so one log is all there is of a chat. */
export async function readMessages(session: TodoSession): Promise<ModelMessage[]> {
  const messages: ModelMessage[] = [];
  for await (const { type, data } of session.events()) {
    if (type === MESSAGE) messages.push(data as ModelMessage); // what addMessages wrote
  }
  return messages;
}

/** Appends messages to a session's log, wherever it stands. */
export async function addMessages(
  store: SessionStore,
  sessionId: string,
  messages: readonly ModelMessage[],
): Promise<void> {
  const events = messages.map((message) => ({
    time: Date.now(),
    type: MESSAGE,
    data: JSON.parse(JSON.stringify(message)), // a store takes JSON only: no keys that are undefined
  }));
  if (events.length === 0) return;
  for (;;) {
    const expectedVersion = (await store.tail(sessionId, 1))?.version ?? 0;
    try {
      await store.append(sessionId, events, { expectedVersion });
      return;
    } catch (error) {
      // Somebody else wrote in between, such as the kit: look again.
      if (!VersionConflictError.isInstance(error)) throw error;
    }
  }
}
