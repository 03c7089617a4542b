import type { SessionStore } from 'ai-sdk-todo';
import { fileStore } from 'ai-sdk-todo/file';

/** Where the chats of the examples live: both read the same logs, so a chat can go on in the other. */
export const store: SessionStore = fileStore('.ai-sdk-todo');
