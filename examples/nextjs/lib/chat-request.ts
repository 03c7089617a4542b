import { z } from 'zod';
import type { ChatMessage } from './chat-message.ts';
import { isChatId, loadChat } from './chats.ts';
import { RequestError } from './reasons.ts';

// The client says what a person wrote and nothing else: answers and calls of tools come from the model alone.
const question = z.object({
  id: z.custom<string>(isChatId, 'not the id of a chat'),
  message: z.object({
    id: z.string().min(1).max(100),
    role: z.literal('user'),
    parts: z.array(z.object({ type: z.literal('text'), text: z.string().regex(/\S/) })).min(1),
  }),
});

/** Reads a new message, and returns its chat with it at the end. Throws what is answered as 400 for anything else. */
export async function readQuestion(
  request: Request,
): Promise<{ readonly id: string; readonly messages: ChatMessage[] }> {
  const body: unknown = await request.json().catch(() => undefined);
  const { success, data, error } = question.safeParse(body);
  if (success) {
    const { messages } = await loadChat(data.id);
    return { id: data.id, messages: [...messages, data.message] };
  }
  const [issue] = error.issues;
  const place = issue?.path.join('.') || 'the body';
  throw new RequestError(400, `This message cannot be read: ${place}: ${issue?.message}`);
}
