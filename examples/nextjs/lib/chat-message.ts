import type { UIDataTypes, UIMessage } from 'ai';
import type { TodoUITools } from 'ai-sdk-todo/client';

export type ChatMessage = UIMessage<unknown, UIDataTypes, TodoUITools>;
