import { convertToModelMessages, generateId, isStepCount, streamText, toUIMessageStream } from 'ai';
import { readQuestion } from '../../../lib/chat-request.ts';
import { saveChat } from '../../../lib/chats.ts';
import { kit } from '../../../lib/kit.ts';
import { answerWith } from '../../../lib/live-streams.ts';
import { chatModel } from '../../../lib/model.ts';
import { reasonFor, withReasons } from '../../../lib/reasons.ts';

export const POST = withReasons(async (request) => {
  const { id, messages } = await readQuestion(request); // check here that the caller may use this chat
  const convert = { tools: kit.tools, ignoreIncompleteToolCalls: true };
  const prompt = await convertToModelMessages(messages, convert);
  const { model } = await chatModel();
  const turn = await kit.session(id).startTurn(); // after what may fail: clears the plan of the turn before
  try {
    const save = await saveChat(id, { messages, turn: turn.context });
    const stop = new AbortController();
    const result = streamText({
      model,
      instructions: 'You are a careful writer. Plan with todo_write, then work through the list.',
      tools: turn.tools,
      stopWhen: isStepCount(20),
      messages: prompt,
      abortSignal: stop.signal, // not request.signal: a page that is reloaded goes on reading
    });
    const stream = toUIMessageStream({
      stream: result.stream,
      originalMessages: messages,
      generateMessageId: generateId,
      onError: reasonFor, // this hook decides what the client reads, of refused calls too
      onStepEnd: save, // a crash later on takes nothing of it
      onEnd: save,
    });
    return answerWith(id, { stream: turn.endWith(stream), stop });
  } catch (error) {
    await turn.end('error').catch(console.error);
    throw error;
  }
});
