import type { UIDataTypes, UIMessage } from 'ai';
import type { TodoUITools } from 'ai-sdk-todo/client';

export type ChatMessage = UIMessage<unknown, UIDataTypes, TodoUITools>;

/** What a chat is called: the beginning of its first message. */
export function titleOf(messages: readonly ChatMessage[]): string {
  const part = messages[0]?.parts.find(({ type }) => type === 'text');
  return (part?.type === 'text' && part.text.slice(0, 80)) || 'New chat';
}
