import {
  isStepCount,
  streamText,
  type LanguageModel,
  type ModelMessage,
  type TextStreamPart,
  type ToolSet,
} from 'ai';
import { createTodoKit, type TodoSession } from 'ai-sdk-todo';
import { addMessages, readMessages } from './message-log.ts';
import { store } from './store.ts';

const kit = createTodoKit({ store, allowParallelInProgress: false });

/** A conversation: one session, with everything that was said in it. */
export interface Chat {
  readonly session: TodoSession;
  readonly messages: ModelMessage[];
}

/** Opens a chat by the id of its session: what was said before is there again. */
export async function openChat(id: string): Promise<Chat> {
  const session = kit.session(id);
  return { session, messages: await readMessages(session) };
}

export interface TurnOptions {
  readonly model: LanguageModel;
  /** Tools that the model has beside its plan. */
  readonly tools?: ToolSet;
  /** Cuts the answer short; what was done until then stays in the chat. */
  readonly signal: AbortSignal;
}

/** Lets the model answer, and yields the parts of the answer as they come. Throws what makes it fail. */
export async function* takeTurn(
  { session, messages }: Chat,
  question: string,
  { model, tools = {}, signal }: TurnOptions,
): AsyncGenerator<TextStreamPart<ToolSet>, void> {
  const remember = async (added: readonly ModelMessage[]) => {
    messages.push(...added);
    await addMessages(store, session.id, added);
  };
  await remember([{ role: 'user', content: question }]);
  const turn = await session.startTurn();
  let done: ModelMessage[] | undefined;
  const result = streamText({
    model,
    instructions:
      'You help people with their questions. Plan work of several steps with todo_write.',
    messages,
    tools: { ...tools, ...turn.tools },
    stopWhen: isStepCount(30),
    abortSignal: signal,
    // The steps that were complete when it was cut short.
    onAbort({ steps }) {
      done = steps.flatMap((step) => step.response.messages);
    },
    onError() {}, // it comes as a part of the stream too
  });
  for await (const part of turn.endWith(result.stream)) {
    if (part.type === 'error') throw part.error;
    yield part as TextStreamPart<ToolSet>; // of these tools, whatever they are
  }
  await remember(done ?? (await result.responseMessages));
}
