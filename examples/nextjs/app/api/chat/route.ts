import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  generateId,
  isStepCount,
  streamText,
  toUIMessageStream,
} from 'ai';
import type { ChatMessage } from '../../../lib/chat-message.ts';
import { loadChat, saveChat } from '../../../lib/chats.ts';
import { kit } from '../../../lib/kit.ts';
import { beginStream, keepStream } from '../../../lib/live-streams.ts';
import { chatModel } from '../../../lib/model.ts';
import { reasonFor, withReasons } from '../../../lib/reasons.ts';

export const POST = withReasons(async (request) => {
  const { id, message } = (await request.json()) as { id: string; message: ChatMessage };
  const messages = [...(await loadChat(id)).messages, message]; // check here that the caller may use this chat
  const turn = await kit.session(id).startTurn(); // before the stream: clears the plan of the turn before
  const { tools } = turn;
  const save = await saveChat(id, { messages, turn: turn.context });
  const result = streamText({
    model: (await chatModel()).model,
    instructions: 'You are a careful writer. Plan with todo_write, then work through the list.',
    tools,
    stopWhen: isStepCount(20),
    messages: await convertToModelMessages(messages, { tools, ignoreIncompleteToolCalls: true }),
    abortSignal: beginStream(id), // not request.signal: a page that is reloaded goes on reading
  });
  const stream = toUIMessageStream({
    stream: result.stream,
    originalMessages: messages,
    generateMessageId: generateId,
    onError: reasonFor, // this hook decides what the client reads, of refused calls too
    onStepEnd: save, // a crash later on takes nothing of it
    onEnd: save,
  });
  return createUIMessageStreamResponse({ stream: keepStream(id, turn.endWith(stream)) });
});
